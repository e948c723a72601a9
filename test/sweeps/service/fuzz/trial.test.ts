import assert from 'node:assert/strict';
import path from 'node:path';
import { faultKinds, isFault, type Outcome, signatureOf } from '../../../../tools/fuzz/trial/outcome.ts';
import { Trial } from '../../../../tools/fuzz/trial/trial.ts';
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

describe('Trial', () => {
  let trial: Trial;

  beforeEach(() => {
    trial = new Trial(new Map(), 240_000, faultyWorker);
  });
  afterEach(() => trial.dispose());

  const tried = async (behavior: string, by = trial): Promise<Outcome> =>
    by.run({ tool: 'convert', from: 'csv', to: 'json', bytes: Buffer.from(behavior) });

  for (const [behavior, kind] of Object.entries(behaviors)) {
    it(`calls it ${kind} when a worker is told to ${behavior}`, async () => {
      assert.equal((await tried(behavior)).kind, kind);
    });
  }

  it('calls it slow when a worker goes on without end', async () => {
    const impatient = new Trial(new Map(), 500, faultyWorker);
    try {
      assert.equal((await tried('hang', impatient)).kind, 'slow');
    } finally {
      impatient.dispose();
    }
  });

  it('goes on after each', async () => {
    for (const behavior of ['die', 'refuse', 'stumble', 'leave']) {
      await tried(behavior);
      assert.deepEqual(await tried('convert'), { kind: 'succeeded', outputBytes: 2 }, behavior);
    }
  });

  it('says of an internal fault what it was, in words that are the same for every file', async () => {
    const outcome = await tried('stumble');
    assert.ok(isFault(outcome));
    assert.equal(signatureOf(outcome), 'data: internal: TypeError: It has N sides. in answerTo');
  });

  it('sees every kind of fault', () => {
    const seen = new Set<string>(Object.values(behaviors));
    assert.deepEqual(
      faultKinds.filter((kind) => !seen.has(kind)),
      [],
    );
  });
});
