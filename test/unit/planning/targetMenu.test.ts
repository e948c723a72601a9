import assert from 'node:assert/strict';
import type { Traits } from '../../../src/contract/losses.ts';
import type { ServiceId } from '../../../src/jobs/core/service.ts';
import type { Catalog } from '../../../src/planning/catalog.ts';
import type { Offer } from '../../../src/planning/offer.ts';
import type { Selection } from '../../../src/planning/possibilities.ts';
import { offerElsewhere, obstacleTo, type MenuTarget, targetMenu } from '../../../src/planning/targetMenu.ts';
import { planWork } from '../../../src/planning/workPlan.ts';
import { offerWith } from '../../support/formats/offerWith.ts';
import {
  both,
  catalogs,
  file,
  local,
  select,
  unreachable,
  withoutKey,
} from '../../support/formats/selections.ts';

const targetsOf = (selection: Selection): MenuTarget[] =>
  targetMenu(selection).groups.flatMap(({ targets }) => targets);
const countsOf = (selection: Selection): [string, number][] =>
  targetsOf(selection).map(({ format, fileCount }) => [format, fileCount]);
const remarkOn = (selection: Selection): unknown => targetMenu(selection).remark;
const obstacleCode = (selection: Selection): string => obstacleTo(selection).code;

const alike = { ...both, catalogs: new Map([...catalogs, ['network', local]] as const) };
const png = file('a.png');

const placeOf = (selection: Selection): unknown =>
  targetsOf(selection).find(({ format }) => format === 'webp')?.place;
const servicesOf = (offer: Offer | undefined): string[] =>
  offer === undefined
    ? []
    : planWork(select(offer, png), { tool: 'convert', targetFormat: 'webp' }).planned.map(
        ({ service }) => service,
      );

describe('targetMenu', () => {
  it('offers the targets of any of the files, and counts files that can be converted or have the format', () => {
    const drawings = [file('a.svg'), file('b.png'), file('c.docx', { inFolder: true }), file('d.svg')];
    assert.deepEqual(countsOf(select(both, ...drawings)), [
      ['png', 3],
      ['webp', 3],
      ['pdf', 1],
    ]);
    const same = targetsOf(select(both, ...drawings)).map(({ sameCount }) => sameCount);
    assert.deepEqual(same, [1, 0, 0]);
  });

  it('ignores files without targets', () => {
    const menu = targetMenu(select(both, file('a.png'), file('bare'), file('b.xyz')));
    assert.deepEqual([menu.files, menu.groups.length], [[file('a.png')], 1]);
  });

  it('offers nothing of the network if no file may be uploaded', () => {
    const kept = file('a.docx', { neverUploaded: true });
    assert.deepEqual(countsOf(select(both, kept)), []);
    assert.deepEqual(countsOf(select(both, kept, file('b.docx'))), [['pdf', 1]]);
  });

  it('names programs that would add formats for all files', () => {
    const menu = targetMenu(select(both, file('a.mkv')));
    assert.deepEqual(menu.installable, [{ program: 'ffmpeg', targets: ['mp4'] }]);
    assert.deepEqual(menu.sourceFormats, ['mkv']);
    assert.deepEqual(targetMenu(select(both, file('a.mkv'), file('bare'))).installable, []);
  });

  it('remarks on the most important thing that is missing', () => {
    const mixed = [file('a.png', { inFolder: true }), file('b.svg', { inFolder: true })];
    const kept = file('c.png', { neverUploaded: true });
    const broken = { ...both, unavailable: new Map<ServiceId, unknown>([['network', unreachable]]) };
    assert.equal(remarkOn(select(both, file('a.png'))), undefined);
    assert.deepEqual(remarkOn(select(broken, ...mixed)), { kind: 'networkUnavailable' });
    assert.deepEqual(remarkOn(select(broken, ...mixed, kept)), { kind: 'neverUploaded', count: 1 });
    const unfit = [file('a.xyz'), file('bare'), kept];
    assert.deepEqual(remarkOn(select(broken, ...unfit)), {
      kind: 'unfit',
      first: 'file:///files/a.xyz',
      count: 2,
    });
    assert.deepEqual(remarkOn({ ...select(broken, ...unfit), truncated: true }), { kind: 'truncated' });
  });
});

describe('The losses of a target', () => {
  const losses = ['transparency', 'partialTransparency', 'animation', 'news'];
  const catalog: Catalog = { conversions: [{ from: 'png', to: 'jpg', losses }], compressions: [] };
  const offer = offerWith({ catalogs: new Map([['local', catalog]]) });
  const lossesWith = (...traits: (Traits | undefined)[]): unknown => {
    const files = traits.map((_, index) => file(`${index}.png`));
    const known = traits.flatMap((each, index) => (each ? [[files[index]?.uri ?? '', each] as const] : []));
    const [target] = targetsOf({ ...select(offer, ...files), traits: new Map(known) });
    return target?.losses;
  };

  it('are what files have, with the number of these files', () => {
    const opaque = { transparency: false, animation: false };
    assert.deepEqual(lossesWith({ transparency: true, animation: false }, opaque, opaque), {
      certain: ['transparency'],
      fileCount: 1,
      unreadCount: 0,
      possible: ['partialTransparency', 'news'],
    });
    const none = { certain: [], fileCount: 0 };
    assert.deepEqual(lossesWith(opaque), { ...none, unreadCount: 0, possible: ['news'] });
  });

  it('are all possible while nothing is known of a file', () => {
    const none = { certain: [], fileCount: 0 };
    assert.deepEqual(lossesWith(undefined), { ...none, unreadCount: 1, possible: losses });
    const some = { transparency: true, partialTransparency: true, animation: false };
    assert.deepEqual(lossesWith(some, undefined), {
      certain: ['transparency', 'partialTransparency'],
      fileCount: 1,
      unreadCount: 1,
      possible: ['news', 'animation'],
    });
  });
});

describe('The place of a target', () => {
  const network = { service: 'network', credits: 1 };
  const here = { service: 'local', credits: undefined };

  it('has the other service as an alternative if it could convert all files', () => {
    const [first, second] = [png, file('b.svg')];
    const charging = { ...alike, networkCharges: true };
    assert.deepEqual(placeOf(select(charging, first, second)), { services: [network], alternative: here });
    const kept = file('b.svg', { neverUploaded: true });
    assert.deepEqual(placeOf(select(charging, first, kept)), {
      services: [network, here],
      alternative: undefined,
    });
    assert.deepEqual(placeOf(select(both, png)), { services: [here], alternative: undefined });
  });

  it('is the usual one for most targets, and not worth saying if all are on this computer', () => {
    const only = offerWith({ catalogs: new Map([['local', local]]) });
    assert.equal(targetMenu(select(only, png)).usualPlace, undefined);
    const { usualPlace } = targetMenu(select({ ...alike, networkCharges: true }, png));
    assert.deepEqual(usualPlace, { services: [network], alternative: here });
  });

  it('changes to the other one for one run', () => {
    const other = offerElsewhere(alike);
    assert.deepEqual([servicesOf(alike), servicesOf(other)], [['network'], ['local']]);
    const first = { ...alike, runOn: 'localFirst' } as const;
    assert.deepEqual([servicesOf(first), servicesOf(offerElsewhere(first))], [['local'], ['network']]);
    const uploaded = offerElsewhere(both);
    assert.deepEqual(uploaded && targetsOf(select(uploaded, file('a.docx'))), []);
  });

  it('doesn’t change if the settings or a service leave no choice', () => {
    const oneOnly = { ...both, catalogs: new Map([['network', local]] as const) };
    const fixed = [oneOnly, { ...both, runOn: 'localOnly' }, { ...both, runOn: 'networkOnly' }] as const;
    for (const offer of fixed) assert.equal(offerElsewhere(offer), undefined);
  });
});

describe('obstacleTo', () => {
  it('is the setting that keeps files here if nothing else prevents the conversion', () => {
    assert.equal(obstacleCode(select(both, file('a.docx', { neverUploaded: true }))), 'upload.not_allowed');
    assert.equal(obstacleCode(select(both, file('a.xyz', { neverUploaded: true }))), 'formats.unknown_type');
  });

  it('is the name of a missing program', () => {
    assert.deepEqual(obstacleTo(select(both, file('a.mkv'))), {
      code: 'formats.needs_program',
      detail: 'FFmpeg',
    });
    assert.equal(obstacleCode(select(both, file('a.flv'))), 'formats.unknown_type');
  });

  it('is the missing key, or the unreachable service', () => {
    assert.equal(obstacleCode(select(withoutKey, file('a.docx'))), 'api_key.missing');
    const broken = offerWith({ unavailable: new Map([['local', unreachable]]) });
    assert.deepEqual(obstacleTo(select(broken)), { code: 'transport.unreachable', detail: 'No route.' });
  });

  it('is that there are no files, or only unknown ones', () => {
    assert.equal(obstacleCode(select(both)), 'formats.nothing_here');
    assert.equal(obstacleCode(select(both, file('a.xyz'))), 'formats.unknown_type');
    assert.equal(obstacleCode(select(both, file('a.xyz'), file('bare'))), 'formats.unknown_type');
  });
});
