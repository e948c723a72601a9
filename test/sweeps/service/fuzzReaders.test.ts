// Weight 2: converts several files at once.
import assert from 'node:assert/strict';
import { readersWith } from '../../../tools/fuzz/cases/readers.ts';
import { findings, requestOf } from '../../../tools/fuzz/findings.ts';
import { commandFor, fuzz, signatureOf } from '../../../tools/fuzz/fuzz.ts';
import { FuzzTrial, isFault } from '../../../tools/fuzz/trial.ts';
import { scaled } from '../../support/run/slowness.ts';

// Another seed makes another run: `npm run fuzz` has many.
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const casesOfReader = 5;
/** Slower cases are only counted, because a file of a few bytes may have a hundred megapixels. */
const patienceMs = 5000;
/** Long enough for a busy machine; some findings ran for minutes before they were fixed. */
const findingPatienceMs = 120_000;

describe('Every reader under fuzzing', function () {
  this.timeout(scaled(600_000));

  it('refuses with a sentence what it can’t convert, and leaves nothing behind', async () => {
    const trial = new FuzzTrial(patienceMs);
    const readers = readersWith(new Map());
    const faults: string[] = [];
    try {
      const report = await fuzz({
        readers,
        seed,
        turns: [Array.from({ length: casesOfReader }, (_, number) => number)],
        trial,
        shouldContinue: () => true,
        onDidNotice: (notice) => {
          const { reader, outcome } = notice;
          if (isFault(outcome))
            faults.push(`${signatureOf(reader.engine, outcome)} (${commandFor(notice, seed)})`);
        },
      });
      assert.deepEqual(faults, []);
      assert.equal(report.cases, readers.length * casesOfReader);
      // If all cases are refused or all are accepted, they prove nothing about the reader.
      assert.ok(
        report.succeeded > report.cases / 5 && report.refused > report.cases / 5,
        JSON.stringify(report),
      );
    } finally {
      await trial.dispose();
    }
  });
});

describe('The findings of fuzzing', () => {
  let trial: FuzzTrial;

  before(() => {
    trial = new FuzzTrial(findingPatienceMs);
  });
  after(() => trial.dispose());

  for (const finding of findings()) {
    it(`are fixed in ${finding.file} to ${finding.to} (${finding.found})`, async () => {
      const outcome = await trial.run(requestOf(finding));
      assert.ok(!isFault(outcome) && outcome.kind !== 'slow', JSON.stringify(outcome));
    });
  }
});
