import assert from 'node:assert/strict';
import { caseOf } from '../../../tools/fuzz/cases/fuzzCase.ts';
import { type Reader, readersNamed, readersWith } from '../../../tools/fuzz/cases/readers.ts';
import { sampleContent } from '../../../tools/fuzz/cases/samples.ts';
import { engines } from '../../../src/engines/index.ts';
import { isProgramId } from '../../../src/engines/programs/programs.ts';

const readers = readersWith(new Map());
const contents = (reader: Reader, seed: number): string[] =>
  Array.from({ length: 5 }, (_, number) => caseOf(reader, seed, number).bytes.toString('base64'));

describe('readersWith', () => {
  it('names every engine of ours that has rows, and no program', () => {
    const named = new Set<string>(readers.map(({ engine }) => engine));
    const own = engines.filter((each) => !isProgramId(each.id) && (each.conversions ?? each.compressions));
    assert.deepEqual([...named].toSorted(), own.map(({ id }) => id).toSorted());
  });

  it('names programs where they are found, and nothing else', () => {
    const named = readersWith(new Map([['pandoc', '/usr/bin/pandoc']]));
    assert.deepEqual([...new Set(named.map(({ engine }) => engine))], ['pandoc']);
  });

  it('finds some by their engine, by their format, or by both', () => {
    assert.ok(readersNamed(readers, 'sheets').every(({ engine }) => engine === 'sheets'));
    assert.ok(readersNamed(readers, 'png').every(({ from }) => from === 'png'));
    assert.equal(readersNamed(readers, 'sheets/xlsx').length, 1);
  });
});

describe('caseOf', () => {
  it('makes the same file of the same seed and number, and another of others', () => {
    for (const reader of readers.filter((_, index) => index % 10 === 0)) {
      const once = contents(reader, 1);
      assert.deepEqual(contents(reader, 1), once);
      assert.notDeepEqual(contents(reader, 2), once);
      assert.ok(new Set(once).size > 1);
    }
  });

  it('cuts some files off, and says so', () => {
    const cases = readersNamed(readers, 'image/webp').flatMap((reader) =>
      Array.from({ length: 60 }, (_, number) => caseOf(reader, 1, number)),
    );
    const cut = cases.filter(({ isCutOff }) => isCutOff);
    assert.ok(cut.length > 0 && cut.length < cases.length / 2);
    for (const { bytes, sample } of cut) {
      const whole = sampleContent(sample);
      assert.ok(bytes.length < whole.length && whole.subarray(0, bytes.length).equals(bytes));
    }
  });
});
