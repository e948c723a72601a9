import assert from 'node:assert/strict';
import { findings, requestOf } from '../../../../tools/fuzz/corpus.ts';
import { isFault } from '../../../../tools/fuzz/trial/outcome.ts';
import { FuzzTrial } from '../../../../tools/fuzz/trial/trial.ts';

/** Long enough for a busy machine; some findings ran for minutes before they were fixed. */
const patienceMs = 120_000;

describe('Fuzzing findings', () => {
  let trial: FuzzTrial;

  before(() => {
    trial = new FuzzTrial(new Map(), patienceMs);
  });
  after(() => trial.dispose());

  for (const finding of findings()) {
    it(`are fixed in ${finding.file} to ${finding.to} (${finding.found})`, async () => {
      const outcome = await trial.run(requestOf(finding));
      assert.ok(!isFault(outcome) && outcome.kind !== 'slow', JSON.stringify(outcome));
    });
  }
});
