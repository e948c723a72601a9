import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { growth, type Measured } from '../support/linearTime/measured.ts';
import { scaled } from '../support/run/slowness.ts';

/** In linear time the ratio is 8, and in quadratic time it is 64. */
const tolerated = 4 * growth;

describe('Code that reads untrusted text', function () {
  // A single test measures two hundred readers.
  this.timeout(scaled(600_000));
  let child: ChildProcess | undefined;
  let last = '';

  afterEach(() => {
    if (child?.exitCode === null) console.log(`It was still reading: ${last}`);
    child?.kill('SIGKILL');
  });

  it('takes linear time in the extension host and the local service', async () => {
    const script = path.join(import.meta.dirname, '../support/linearTime/measure.ts');
    const own = fork(script, { execArgv: [] });
    child = own;
    const measured = new Map<string, number | undefined>();
    own.on('message', ({ name, ratio }: Measured) => {
      last = name;
      measured.set(name, ratio);
    });
    // All measurements have arrived only after both events.
    const [[code]] = await Promise.all([once(own, 'exit'), once(own, 'disconnect')]);
    assert.equal(code, 0, `It did not come to an end: ${last}`);
    const slow = [...measured].filter(([, ratio = Infinity]) => ratio > tolerated);
    assert.deepEqual(slow, []);
    assert.ok(measured.size > 60);
  });
});
