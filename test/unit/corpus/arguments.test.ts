import assert from 'node:assert/strict';
import { parseCorpusArguments } from '../../../tools/corpus/arguments.ts';

describe('The command line of npm run corpus', () => {
  it('takes all files of a folder where it says no more, until there are many faults', () => {
    assert.deepEqual(parseCorpusArguments(['files']), {
      folder: 'files',
      only: undefined,
      limit: Infinity,
      seed: 1,
      programs: false,
      patienceMs: 120_000,
      maxFaults: 100,
    });
  });

  it('names a kind, a sample, patience, and to keep going', () => {
    const words = 'files --only sound --limit 20 --seed 7 --programs --patience 0.5 --keep-going';
    assert.deepEqual(parseCorpusArguments(words.split(' ')), {
      folder: 'files',
      only: 'sound',
      limit: 20,
      seed: 7,
      programs: true,
      patienceMs: 500,
      maxFaults: Infinity,
    });
  });

  it('names Debian’s packages in place of a folder', () => {
    assert.equal(parseCorpusArguments(['--debian'])?.folder, undefined);
  });

  it('is not understood without a folder, with two, or with what is no kind or no number', () => {
    const wrong = [
      '',
      'a b',
      'a --debian',
      'a --only all',
      'a --limit 0',
      'a --patience x',
      'a --seed x',
      'a --what',
    ];
    const understood = wrong.filter((words) => parseCorpusArguments(words.split(' ').filter(Boolean)));
    assert.deepEqual(understood, []);
  });
});
