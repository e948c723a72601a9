import assert from 'node:assert/strict';
import path from 'node:path';
import { faultKinds, isFault, type TrialOutcome, signatureOf } from '../../../../tools/fuzz/trial/outcome.ts';
import { FuzzTrial } from '../../../../tools/fuzz/trial/trial.ts';
import { root } from '../../../support/paths.ts';

const faultyWorker = path.join(root, 'test/support/service/faultyWorker.ts');

/** A worker's behaviors, and the fuzzer's names for them. */
const behaviors = {
  die: 'crash',
  swell: 'memory',
  stumble: 'internal',
  refuse: 'refused',
  'write nothing': 'output',
  'write half': 'output',
  leave: 'stray',
  escape: 'stray',
  'change the source': 'stray',
  convert: 'succeeded',
} as const;

describe('A fuzzing trial', () => {
  let trial: FuzzTrial;

  beforeEach(() => {
    trial = new FuzzTrial(new Map(), 240_000, faultyWorker);
  });
  afterEach(() => trial.dispose());

  const tried = async (behavior: string, by = trial): Promise<TrialOutcome> =>
    by.run({ tool: 'convert', from: 'csv', to: 'json', bytes: Buffer.from(behavior) });

  for (const [behavior, kind] of Object.entries(behaviors)) {
    it(`reports ${kind} if a worker is told to ${behavior}`, async () => {
      assert.equal((await tried(behavior)).kind, kind);
    });
  }

  it('reports a worker as slow if it never ends', async () => {
    const impatient = new FuzzTrial(new Map(), 500, faultyWorker);
    try {
      assert.equal((await tried('hang', impatient)).kind, 'slow');
    } finally {
      impatient.dispose();
    }
  });

  it('continues after each fault', async () => {
    for (const behavior of ['die', 'refuse', 'stumble', 'leave']) {
      await tried(behavior);
      assert.deepEqual(await tried('convert'), { kind: 'succeeded', outputBytes: 2 }, behavior);
    }
  });

  it('describes an internal error in words that don’t depend on the file', async () => {
    const outcome = await tried('stumble');
    assert.ok(isFault(outcome));
    assert.equal(signatureOf(outcome), 'data: internal: TypeError: Unexpected value N in answerTo');
  });

  it('reports every kind of error', () => {
    const seen = new Set<string>(Object.values(behaviors));
    assert.deepEqual(
      faultKinds.filter((kind) => !seen.has(kind)),
      [],
    );
  });
});
