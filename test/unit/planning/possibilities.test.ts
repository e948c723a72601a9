import assert from 'node:assert/strict';
import type { ServiceId } from '../../../src/jobs/core/service.ts';
import { obstacleTo, type Selection, targetChoices } from '../../../src/planning/possibilities.ts';
import { offerWith } from '../../support/formats/offerWith.ts';
import { both, file, select, unreachable, withoutKey } from '../../support/formats/selections.ts';

const formatsOf = (selection: Selection): string[] =>
  targetChoices(selection).targets.map(({ format }) => format);
const countsOf = (selection: Selection): [string, number][] =>
  targetChoices(selection).targets.map(({ format, fileCount }) => [format, fileCount]);
const remarkOn = (selection: Selection): unknown => targetChoices(selection).remark;
const obstacleCode = (selection: Selection): string => obstacleTo(selection).code;

describe('targetChoices', () => {
  it('offers what any of the files can become, and counts those that can or are it already, most first', () => {
    const drawings = [file('a.svg'), file('b.png'), file('c.docx', { inFolder: true }), file('d.svg')];
    assert.deepEqual(countsOf(select(both, ...drawings)), [
      ['webp', 3],
      ['png', 3],
      ['pdf', 1],
    ]);
    const same = targetChoices(select(both, ...drawings)).targets.map(({ sameCount }) => sameCount);
    assert.deepEqual(same, [0, 1, 0]);
  });

  it('leaves files that can become nothing out of account', () => {
    const choices = targetChoices(select(both, file('a.png'), file('bare'), file('b.xyz')));
    assert.deepEqual([choices.files, choices.targets.length], [[file('a.png')], 1]);
  });

  it('offers nothing of the network where no file may go there', () => {
    const kept = file('a.docx', { neverUploaded: true });
    assert.deepEqual(formatsOf(select(both, kept)), []);
    assert.deepEqual(countsOf(select(both, kept, file('b.docx'))), [['pdf', 1]]);
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

  it('is the files: none, or none that is known', () => {
    assert.equal(obstacleCode(select(both)), 'formats.nothing_here');
    assert.equal(obstacleCode(select(both, file('a.xyz'))), 'formats.unknown_type');
    assert.equal(obstacleCode(select(both, file('a.xyz'), file('bare'))), 'formats.unknown_type');
  });
});
