// Weight 1: runs several services at once.
import assert from 'node:assert/strict';
import { type RequestKind } from '../../../tools/torture/faultyProxy.ts';
import { scheduleRound } from '../../../tools/torture/schedule.ts';
import { torture } from '../../../tools/torture/torture.ts';

const kinds = [
  'submission',
  'poll',
  'download',
  'announcement',
  'discovery',
] as const satisfies readonly RequestKind[];

const faultsOf = (seed: number): unknown =>
  kinds.map((kind) => Array.from({ length: 20 }, (_, nth) => scheduleRound(seed, 3).fault(kind, nth)));

describe('Jobs with injected faults', () => {
  const clean = { filesLost: 0, halfFiles: 0, sourcesChanged: 0, chargedTwice: 0, stuck: 0 };

  it('lose no file, leave no partial file, and are never paid twice or left in doubt', async () => {
    const sentences: string[] = [];
    const { jobs, kills, faults, ...zeros } = await torture({
      seed: 7,
      rounds: 4,
      tell: (line) => sentences.push(line),
    });
    assert.deepEqual(zeros, { rounds: 4, unconfirmed: 0, ...clean }, sentences.join('\n'));
    // Without jobs, kills, and faults, the zeros in the report would prove nothing.
    assert.ok(jobs >= 16 && kills >= 4 && faults >= 10, `${jobs} jobs, ${kills} kills, ${faults} faults`);
  });

  it('lose nothing in two windows that want the same results from a service without extensions', async () => {
    const sentences: string[] = [];
    const report = await torture({
      seed: 11,
      rounds: 3,
      windows: 2,
      isExtended: false,
      tell: (line) => sentences.push(line),
    });
    assert.partialDeepStrictEqual(report, { rounds: 3, ...clean }, sentences.join('\n'));
    assert.ok(report.jobs >= 12 && report.kills >= 3, JSON.stringify(report));
  });

  it('lose nothing on this computer if windows, local services, and workers are killed', async () => {
    const sentences: string[] = [];
    const report = await torture({
      seed: 7,
      rounds: 3,
      isLocal: true,
      tell: (line) => sentences.push(line),
    });
    assert.partialDeepStrictEqual(report, { rounds: 3, ...clean }, sentences.join('\n'));
    assert.ok(report.jobs >= 15 && report.kills >= 3, JSON.stringify(report));
  });
});

describe('The torture schedule', () => {
  it('depends only on the seed', () => {
    assert.deepEqual(scheduleRound(5, 3).kills, scheduleRound(5, 3).kills);
    assert.deepEqual(scheduleRound(5, 3).files, scheduleRound(5, 3).files);
    assert.deepEqual(faultsOf(5), faultsOf(5));
  });

  it('has files that every window converts if several windows are requested', () => {
    const rounds = [1, 2, 3, 4].map((number) => scheduleRound(5, number, 2));
    assert.ok(rounds.every(({ files }) => files.some(({ windows }) => windows.length === 2)));
    assert.ok(rounds.some(({ files }) => files.some(({ windows }) => windows.length === 1)));
  });

  it('differs for another seed', () => {
    assert.notDeepEqual(scheduleRound(5, 3).kills, scheduleRound(6, 3).kills);
    assert.notDeepEqual(faultsOf(5), faultsOf(6));
  });
});
