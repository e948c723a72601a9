import assert from 'node:assert/strict';
import type { ListedCombination } from '../../../src/contract/combinations.ts';
import { combinationsOf, type SelectedFile, withOwnFormat } from '../../../src/planning/possibilities.ts';
import type { Offer } from '../../../src/planning/offer.ts';
import type { Work } from '../../../src/planning/work.ts';
import { costOf, planWork } from '../../../src/planning/workPlan.ts';
import type { ServiceId } from '../../../src/jobs/core/service.ts';
import { offerWith } from '../../support/formats/offerWith.ts';
import { file, select, unreachable } from '../../support/formats/selections.ts';

const here: readonly ListedCombination[] = [
  { to: 'pdf', from: ['jpg', 'png', 'pdf'] },
  { to: 'zip', from: 'any' },
];
const toPdf: Work = { tool: 'combine', targetFormat: 'pdf', order: 'picked' };
const toZip: Work = { ...toPdf, targetFormat: 'zip' };

/** An offer of this computer, and of a network with these combinations. */
function offer(atNetwork: readonly ListedCombination[] | undefined, changes: Partial<Offer> = {}): Offer {
  const empty = { conversions: [], compressions: [] };
  const catalogs = new Map<ServiceId, NonNullable<ReturnType<Offer['catalogs']['get']>>>([
    ['local', { ...empty, combinations: here }],
    ['network', atNetwork === undefined ? empty : { ...empty, combinations: atNetwork }],
  ]);
  return offerWith({ catalogs, networkReady: true, ...changes });
}

const names = (files: readonly SelectedFile[]): string[] => files.map(({ uri }) => uri.slice(14));

describe('combinationsOf', () => {
  it('offers targets that accept at least two of the files, with those files', () => {
    const files = [file('a.jpg'), file('b.txt'), file('c.png'), file('d')];
    const found = combinationsOf(select(offer(undefined), ...files));
    assert.deepEqual(
      found.map((each) => [each.targetFormat, each.service, names(each.files)]),
      [
        ['pdf', 'local', ['a.jpg', 'c.png']],
        ['zip', 'local', ['a.jpg', 'b.txt', 'c.png', 'd']],
      ],
    );
    assert.deepEqual(combinationsOf(select(offer(undefined), file('a.jpg'))), []);
  });

  it('counts a folder’s other files if any file is accepted', () => {
    const selection = select(offer(undefined), file('a.jpg', { inFolder: true }));
    const others = [file('b.unknown', { inFolder: true })];
    const [zip, ...rest] = combinationsOf({ ...selection, others });
    assert.deepEqual([zip?.targetFormat, names(zip?.files ?? [])], ['zip', ['a.jpg', 'b.unknown']]);
    assert.deepEqual(rest, []);
  });

  it('prefers the network if its list has the target and the rules prefer it', () => {
    const files = [file('a.jpg'), file('b.png')];
    const service = (at: Offer): unknown => combinationsOf(select(at, ...files))[0]?.service;
    assert.equal(service(offer(here)), 'network');
    assert.equal(service(offer(here, { runOn: 'localFirst' })), 'local');
    assert.equal(service(offer([])), 'local');
    // This computer can combine more of the files.
    assert.equal(service(offer([{ to: 'pdf', from: ['jpg'] }])), 'local');
    assert.equal(service(offer(undefined, { runOn: 'networkOnly' })), undefined);
  });

  it('keeps all files on this computer if one of them must never be uploaded', () => {
    const files = [file('a.jpg'), file('b.png', { neverUploaded: true })];
    assert.equal(combinationsOf(select(offer(here), ...files))[0]?.service, 'local');
    assert.deepEqual(combinationsOf(select(offer(here, { runOn: 'networkOnly' }), ...files)), []);
  });

  it('offers nothing for more files than the limit', () => {
    const files = Array.from({ length: 1001 }, (_, index) => file(`${index}.jpg`));
    assert.deepEqual(combinationsOf(select(offer(undefined), ...files)), []);
    assert.equal(combinationsOf(select(offer(undefined), ...files.slice(1))).length, 2);
  });
});

describe('withOwnFormat', () => {
  const toJpg: Work = { tool: 'convert', targetFormat: 'jpg' };
  const planned = (...files: SelectedFile[]): string[] => {
    const plan = planWork(withOwnFormat(select(offer(undefined), ...files)), toJpg);
    return plan.planned.map(({ uri, service }) => `${uri.slice(14)} ${service}`);
  };

  it('converts images of one format to this format, on this computer', () => {
    assert.deepEqual(planned(file('a.jpg'), file('b.jpg')), ['a.jpg local', 'b.jpg local']);
  });

  it('leaves images alone that have the format that others are converted to', () => {
    assert.deepEqual(planned(file('a.jpg'), file('b.png')), []);
  });
});

describe('planWork for combining files', () => {
  it('plans one job of all accepted files, and names the selected ones that aren’t', () => {
    const files = [file('a.txt'), file('b.jpg'), file('c.txt', { inFolder: true }), file('d.pdf')];
    const { planned, refused } = planWork(select(offer(undefined), ...files), toPdf);
    assert.deepEqual(
      planned.map(({ uri, service, together = [] }) => [uri, service, names(together)]),
      [['file:///files/b.jpg', 'local', ['b.jpg', 'd.pdf']]],
    );
    assert.deepEqual(
      refused.map(({ uri, problem }) => [uri, problem.code]),
      [['file:///files/a.txt', 'formats.unsupported']],
    );
  });

  it('makes a ZIP of one file on request', () => {
    const { planned } = planWork(select(offer(undefined), file('a.txt')), toZip);
    assert.deepEqual(names(planned[0]?.together ?? []), ['a.txt']);
  });

  it('reports too many files, or an unreachable service', () => {
    const files = Array.from({ length: 1001 }, (_, index) => file(`${index}.jpg`));
    const tooMany = planWork(select(offer(undefined), ...files), toZip);
    assert.equal(tooMany.planned.length, 0);
    assert.deepEqual(tooMany.refused[0]?.problem, { code: 'formats.too_many', detail: '1000' });
    const away = offerWith({ unavailable: new Map([['local', unreachable]]) });
    assert.equal(
      planWork(select(away, file('a.jpg')), toZip).refused[0]?.problem.code,
      'transport.unreachable',
    );
  });

  it('costs at least a credit, and asks for no pair of formats', async () => {
    const plan = planWork(select(offer(here), file('a.jpg'), file('b.png')), toPdf);
    const { uploads, minCredits } = await costOf(plan, async () => assert.fail('Nothing is asked.'));
    assert.deepEqual({ uploads, minCredits }, { uploads: 1, minCredits: 1 });
  });
});
