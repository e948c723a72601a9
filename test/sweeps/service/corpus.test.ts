// Weight 2: converts several files at once.
import assert from 'node:assert/strict';
import { collect, sampleOf } from '../../../tools/corpus/collect.ts';
import { runCorpus } from '../../../tools/corpus/corpus.ts';
import { unpackCollection } from '../../../tools/corpus/debian/collection.ts';
import { isExplained } from '../../../tools/corpus/debian/explained.ts';
import { type CorpusResult, isFault, linesOf } from '../../../tools/corpus/verdict.ts';
import { findOnPath } from '../../support/command.ts';
import { inFolder } from '../../support/service/lentFiles.ts';
import { scaled } from '../../support/run/slowness.ts';

// Another seed selects another sample, and Infinity all files.
const seed = Number(process.env['CORPUS_SEED'] ?? 1);
const sampledFiles = Number(process.env['CORPUS_FILES'] ?? 240);

describe('Files in Debian packages', function () {
  this.timeout(scaled(600_000));
  let results: readonly CorpusResult[] = [];

  before(async function () {
    if (findOnPath('apt-get') === undefined) this.skip();
    results = await inFolder(async (folder) => {
      await unpackCollection(folder);
      const files = sampleOf(await collect(folder), sampledFiles, seed);
      return runCorpus(files);
    });
  });

  /** The lines on files whose result isn't explained. */
  const unexplained = (which: (one: CorpusResult) => boolean): string[] =>
    results.filter((one) => which(one) && !isExplained(one)).flatMap(linesOf);

  it('have many formats, and most of them are compared', () => {
    const formats = new Set(results.map(({ format }) => format));
    const unverified = results.filter(({ verdict }) => verdict.is === 'unverified');
    assert.ok(formats.size >= 30, `only ${[...formats].join(', ')}`);
    assert.ok(unverified.length < results.length / 10, `${unverified.length} are unverified`);
  });

  it('are read as other programs read them, without a crash or hang', () => {
    assert.deepEqual(unexplained(isFault), []);
  });

  it('are refused only if no other program reads them, or with a documented reason', () => {
    assert.deepEqual(
      unexplained(({ verdict }) => verdict.is === 'refusal'),
      [],
    );
  });
});
