import assert from 'node:assert/strict';
import { type Selection, withResults } from '../../../src/planning/possibilities.ts';
import { targetMenu } from '../../../src/planning/targetMenu.ts';
import type { Work } from '../../../src/planning/work.ts';
import { costOf, planWork } from '../../../src/planning/workPlan.ts';
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

const toWebp: Work = { tool: 'convert', targetFormat: 'webp' };
const toPdf: Work = { tool: 'convert', targetFormat: 'pdf' };
const compress: Work = { tool: 'compress', targetFormat: undefined };

const servicesOf = (selection: Selection, work: Work): string[] =>
  planWork(selection, work).planned.map(({ uri, service }) => `${uri} ${service}`);
const refusalsOf = (selection: Selection, work: Work): string[] =>
  planWork(selection, work).refused.map(({ service, problem }) => `${service} ${problem.code}`);

describe('planWork', () => {
  it('selects a service for each file', () => {
    const files = [file('a.png'), file('b.pdf')];
    const expected = ['file:///files/a.png local', 'file:///files/b.pdf network'];
    assert.deepEqual(servicesOf(select(both, ...files), compress), expected);
  });

  it('keeps files on this computer that must not be uploaded, or refuses them', () => {
    const [png, docx] = [file('a.png', { neverUploaded: true }), file('b.docx', { neverUploaded: true })];
    const preferring = { ...both, catalogs: new Map([...catalogs, ['network', local]] as const) };
    assert.deepEqual(servicesOf(select(preferring, png, file('c.png')), toWebp), [
      'file:///files/a.png local',
      'file:///files/c.png network',
    ]);
    assert.deepEqual(servicesOf(select(both, docx), toPdf), []);
    assert.deepEqual(refusalsOf(select(both, docx), toPdf), ['network upload.not_allowed']);
  });

  it('leaves out a folder’s files that can’t become the target, and refuses selected ones', () => {
    const files = [file('a.docx', { inFolder: true }), file('b.docx'), file('c.png')];
    assert.deepEqual(servicesOf(select(both, ...files), toWebp), ['file:///files/c.png local']);
    assert.deepEqual(refusalsOf(select(both, ...files), toWebp), ['network formats.unsupported']);
  });

  it('reports files that already have the target’s format', () => {
    const files = [file('a.webp'), file('b.webp', { inFolder: true }), file('c.png')];
    assert.deepEqual(refusalsOf(select(both, ...files), toWebp), ['network formats.same']);
  });

  it('names the program that would compress a file', () => {
    const here = { ...local, installableCompressions: [{ format: 'mp3', program: 'ffmpeg' }] };
    const offer = { ...both, catalogs: new Map([...catalogs, ['local', here]] as const) };
    const problems = planWork(select(offer, file('a.mp3'), file('a.txt')), compress).refused.map(
      ({ problem }) => problem,
    );
    assert.deepEqual(problems, [
      { code: 'formats.needs_program', detail: 'FFmpeg' },
      { code: 'formats.incompressible', detail: 'Files of type “txt” can’t be compressed.' },
    ]);
  });

  it('counts a folder’s files in the target’s format as the list of targets does', () => {
    const pngs = [file('a.png', { inFolder: true }), file('b.svg', { inFolder: true })];
    const selection = select(both, ...pngs);
    const toPng: Work = { tool: 'convert', targetFormat: 'png' };
    const { planned, refused } = planWork(selection, toPng);
    const counted = targetMenu(selection)
      .groups.flatMap(({ targets }) => targets)
      .find(({ format }) => format === 'png')?.fileCount;
    assert.deepEqual([planned.length, refused.length, counted], [1, 1, 2]);
    assert.deepEqual([refused[0]?.problem.code, refused[0]?.inFolder], ['formats.same', true]);
  });

  it('leaves out earlier outputs, and reports those compressed before', () => {
    const earlier = [file('b.png', { inFolder: true })];
    const selection = { ...select(both, file('a.png', { inFolder: true })), results: earlier };
    assert.deepEqual(servicesOf(selection, toWebp), ['file:///files/a.png local']);
    assert.deepEqual(refusalsOf(selection, toWebp), []);
    assert.deepEqual(refusalsOf(selection, compress), ['local formats.compressed_before']);
    assert.equal(servicesOf(withResults(selection), toWebp).length, 2);
  });

  it('gives the reason for each refused file', () => {
    const toMp4: Work = { tool: 'convert', targetFormat: 'mp4' };
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
        problem: { code: 'formats.unsupported', detail: '“flv” can’t be converted to “mp4”.' },
      },
      {
        uri: 'file:///files/bare',
        service: 'network',
        problem: { code: 'formats.unknown_type', detail: 'Files of type “” aren’t supported.' },
      },
    ]);
    assert.deepEqual(refusalsOf(select(both, file('a.svg')), compress), ['network formats.incompressible']);
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

describe('costOf', () => {
  const docs = [file('a.docx'), file('b.docx'), file('c.odt')];

  it('is the network’s estimate for each file’s pair, requested once per pair', async () => {
    const asked: string[] = [];
    const cost = await costOf(planWork(select(both, ...docs), toPdf), async (from, to) => {
      asked.push(`${from} ${to}`);
      return from === 'odt' ? 2 : 3;
    });
    assert.deepEqual([cost.uploads, cost.minCredits], [3, 8]);
    assert.deepEqual(asked, ['docx pdf', 'odt pdf']);
  });

  it('is one credit per file without an estimate', async () => {
    const cost = await costOf(planWork(select(both, ...docs), toPdf), async () =>
      Promise.reject(unreachable),
    );
    assert.deepEqual([cost.uploads, cost.minCredits], [3, 3]);
    const compression = planWork(select(both, file('a.pdf'), file('b.png')), compress);
    const { uploads, minCredits } = await costOf(compression, async () => 9);
    assert.deepEqual([uploads, minCredits], [1, 1]);
  });

  it('is zero on this computer, without a request', async () => {
    const plan = planWork(select(both, file('a.png')), toWebp);
    const cost = await costOf(plan, () => assert.fail('asked'));
    assert.deepEqual([cost.uploads, cost.minCredits], [0, 0]);
  });
});
