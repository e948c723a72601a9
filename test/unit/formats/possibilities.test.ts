import assert from 'node:assert/strict';
import { TransportError } from '../../../src/contract/errors.ts';
import type { Catalog } from '../../../src/formats/catalog.ts';
import type { Offer } from '../../../src/formats/offer.ts';
import {
  costOf,
  obstacleTo,
  pairsOf,
  planWork,
  type SelectedFile,
  type Selection,
  targetChoices,
  type Task,
} from '../../../src/formats/possibilities.ts';
import type { ServiceId } from '../../../src/jobs/core/service.ts';
import { offerWith } from '../../support/formats/offerWith.ts';

const local: Catalog = {
  conversions: [
    { from: 'png', to: 'webp' },
    { from: 'svg', to: 'webp' },
    { from: 'svg', to: 'png' },
  ],
  compressions: ['png'],
  installable: [
    { from: 'mkv', to: 'mp4', program: 'ffmpeg' },
    { from: 'flv', to: 'mp4', program: 'other' },
  ],
};
const network: Catalog = {
  conversions: [
    { from: 'docx', to: 'pdf' },
    { from: 'odt', to: 'pdf' },
  ],
  compressions: ['pdf'],
};
const catalogs = new Map<ServiceId, Catalog>([
  ['local', local],
  ['network', network],
]);
const both = offerWith({ catalogs, networkReady: true });
const withoutKey = offerWith({ catalogs: new Map(), runOn: 'networkOnly' });
const unreachable = new TransportError('transport.unreachable', 'No route.');

const toWebp: Task = { tool: 'convert', targetFormat: 'webp' };
const toPdf: Task = { tool: 'convert', targetFormat: 'pdf' };
const compress: Task = { tool: 'compress', targetFormat: undefined };

function file(name: string, changes: Partial<SelectedFile> = {}): SelectedFile {
  const format = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : undefined;
  return { uri: `file:///files/${name}`, format, inFolder: false, neverUploaded: false, ...changes };
}

const select = (offer: Offer, ...files: readonly SelectedFile[]): Selection => ({
  offer,
  files,
  truncated: false,
});
const formatsOf = (selection: Selection): string[] =>
  targetChoices(selection).targets.map(({ format }) => format);
const remarkOn = (selection: Selection): unknown => targetChoices(selection).remark;
const obstacleCode = (selection: Selection): string => obstacleTo(selection).code;
const servicesOf = (selection: Selection, task: Task): string[] =>
  planWork(selection, task).planned.map(({ uri, service }) => `${uri} ${service}`);
const refusalsOf = (selection: Selection, task: Task): string[] =>
  planWork(selection, task).refused.map(({ service, problem }) => `${service} ${problem.code}`);

describe('targetChoices', () => {
  it('offers what all files that were picked can become', () => {
    assert.deepEqual(formatsOf(select(both, file('a.png'), file('b.svg'))), ['webp']);
    assert.deepEqual(formatsOf(select(both, file('a.png'), file('bare'))), []);
  });

  it('offers of files in folders what any can become, but what was picked itself decides', () => {
    const [png, svg] = [file('a.png', { inFolder: true }), file('b.svg', { inFolder: true })];
    assert.deepEqual(formatsOf(select(both, png, svg)), ['webp', 'png']);
    assert.deepEqual(formatsOf(select(both, png, file('c.docx'))), ['pdf']);
  });

  it('offers nothing of the network where no file may go there', () => {
    const kept = file('a.docx', { neverUploaded: true });
    assert.deepEqual(formatsOf(select(both, kept)), []);
    assert.deepEqual(formatsOf(select(both, kept, file('b.docx'))), ['pdf']);
  });

  it('names programs that would add formats for all files', () => {
    const choices = targetChoices(select(both, file('a.mkv')));
    assert.deepEqual(choices.installable, [{ program: 'ffmpeg', targets: ['mp4'] }]);
    assert.deepEqual(choices.sourceFormats, ['mkv']);
    assert.deepEqual(targetChoices(select(both, file('a.mkv'), file('bare'))).installable, []);
  });

  it('remarks on what is missing from the list, the weightiest first', () => {
    const mixed = [file('a.png', { inFolder: true }), file('b.svg', { inFolder: true })];
    const kept = file('c.png', { neverUploaded: true });
    const broken = { ...both, unavailable: new Map<ServiceId, unknown>([['network', unreachable]]) };
    assert.equal(remarkOn(select(both, file('a.png'))), undefined);
    assert.deepEqual(remarkOn(select(both, ...mixed)), { kind: 'someLeftOut' });
    assert.deepEqual(remarkOn(select(broken, ...mixed)), { kind: 'networkUnavailable' });
    assert.deepEqual(remarkOn(select(broken, ...mixed, kept)), { kind: 'neverUploaded', count: 1 });
    assert.deepEqual(remarkOn({ ...select(broken, ...mixed, kept), truncated: true }), { kind: 'truncated' });
  });
});

describe('obstacleTo', () => {
  it('is the setting that keeps files here, where nothing else stands against them', () => {
    assert.equal(obstacleCode(select(both, file('a.docx', { neverUploaded: true }))), 'upload.not_allowed');
    assert.equal(obstacleCode(select(both, file('a.xyz', { neverUploaded: true }))), 'formats.unknown_type');
  });

  it('is a program that is not there, by its name', () => {
    assert.deepEqual(obstacleTo(select(both, file('a.mkv'))), {
      code: 'formats.needs_program',
      detail: 'FFmpeg',
    });
    assert.equal(obstacleCode(select(both, file('a.flv'))), 'formats.unknown_type');
  });

  it('is the key that is missing, or the service that can’t be asked', () => {
    assert.equal(obstacleCode(select(withoutKey, file('a.docx'))), 'api_key.missing');
    const broken = offerWith({ unavailable: new Map([['local', unreachable]]) });
    assert.deepEqual(obstacleTo(select(broken)), { code: 'transport.unreachable', detail: 'No route.' });
  });

  it('is the files: none, an unknown one, or too many kinds', () => {
    assert.equal(obstacleCode(select(both)), 'formats.nothing_here');
    assert.equal(obstacleCode(select(both, file('a.xyz'))), 'formats.unknown_type');
    assert.equal(obstacleCode(select(both, file('a.png'), file('b.docx'))), 'formats.none_in_common');
  });
});

describe('planWork', () => {
  it('decides for each file which service works on it', () => {
    const files = [file('a.png'), file('b.pdf')];
    const expected = ['file:///files/a.png local', 'file:///files/b.pdf network'];
    assert.deepEqual(servicesOf(select(both, ...files), compress), expected);
  });

  it('keeps here what must not be uploaded, or refuses it', () => {
    const [png, docx] = [file('a.png', { neverUploaded: true }), file('b.docx', { neverUploaded: true })];
    const preferring = { ...both, catalogs: new Map([...catalogs, ['network', local]] as const) };
    assert.deepEqual(servicesOf(select(preferring, png, file('c.png')), toWebp), [
      'file:///files/a.png local',
      'file:///files/c.png network',
    ]);
    assert.deepEqual(servicesOf(select(both, docx), toPdf), []);
    assert.deepEqual(refusalsOf(select(both, docx), toPdf), ['network upload.not_allowed']);
  });

  it('leaves out files of folders that can’t become the target, and refuses those that were picked', () => {
    const files = [file('a.docx', { inFolder: true }), file('b.docx'), file('c.png')];
    assert.deepEqual(servicesOf(select(both, ...files), toWebp), ['file:///files/c.png local']);
    assert.deepEqual(refusalsOf(select(both, ...files), toWebp), ['network formats.unsupported']);
  });

  it('says of each file why it is refused', () => {
    const toMp4: Task = { tool: 'convert', targetFormat: 'mp4' };
    const files = [file('a.mkv'), file('b.flv'), file('bare')];
    assert.deepEqual(planWork(select(both, ...files), toMp4).refused, [
      {
        uri: 'file:///files/a.mkv',
        service: 'network',
        problem: { code: 'formats.needs_program', detail: 'FFmpeg' },
      },
      {
        uri: 'file:///files/b.flv',
        service: 'network',
        problem: { code: 'formats.unsupported', detail: '“flv” can’t become “mp4”.' },
      },
      {
        uri: 'file:///files/bare',
        service: 'network',
        problem: { code: 'formats.unknown_type', detail: 'Files of type “” are not supported.' },
      },
    ]);
    assert.deepEqual(refusalsOf(select(both, file('a.svg')), compress), ['network formats.unknown_type']);
    assert.deepEqual(refusalsOf(select(withoutKey, file('a.png'), file('bare')), toWebp), [
      'network api_key.missing',
      'network api_key.missing',
    ]);
    const broken = offerWith({ unavailable: new Map([['network', unreachable]]), networkReady: true });
    assert.deepEqual(refusalsOf(select(broken, file('a.png'), file('bare')), toWebp), [
      'network transport.unreachable',
      'network formats.unknown_type',
    ]);
  });
});

describe('pairsOf', () => {
  it('names each conversion once, and none of a compression', () => {
    const docs = [file('a.docx'), file('b.docx'), file('c.odt')];
    assert.deepEqual(pairsOf(planWork(select(both, ...docs), toPdf)), [
      { service: 'network', from: 'docx', to: 'pdf' },
      { service: 'network', from: 'odt', to: 'pdf' },
    ]);
    assert.deepEqual(pairsOf(planWork(select(both, file('a.png')), compress)), []);
  });
});

describe('costOf', () => {
  const docs = [file('a.docx'), file('b.docx'), file('c.odt')];

  it('takes the least that the network estimates for one of the pairs, asked once for each', async () => {
    const asked: string[] = [];
    const cost = await costOf(planWork(select(both, ...docs), toPdf), async (from, to) => {
      asked.push(`${from} ${to}`);
      return from === 'odt' ? 2 : 3;
    });
    assert.deepEqual(cost, { paidFiles: 3, leastCredits: 6 });
    assert.deepEqual(asked, ['docx pdf', 'odt pdf']);
  });

  it('takes one credit a file where the network says nothing', async () => {
    const cost = await costOf(planWork(select(both, ...docs), toPdf), async () =>
      Promise.reject(unreachable),
    );
    assert.deepEqual(cost, { paidFiles: 3, leastCredits: 3 });
    const compression = planWork(select(both, file('a.pdf'), file('b.png')), compress);
    assert.deepEqual(await costOf(compression, async () => 9), { paidFiles: 1, leastCredits: 1 });
  });

  it('is nothing on this computer, and asks nobody', async () => {
    const plan = planWork(select(both, file('a.png')), toWebp);
    const cost = await costOf(plan, () => assert.fail('asked'));
    assert.deepEqual(cost, { paidFiles: 0, leastCredits: 0 });
  });
});
