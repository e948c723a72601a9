import assert from 'node:assert/strict';
import { startProcess } from '../../../src/conformance/servers/serverProcess.ts';
import { never } from '../../support/http/networkFixture.ts';

/** A process that serves nothing, runs until it is stopped, and first does this. */
const script = (code: string): string[] => ['-e', `${code}; setInterval(() => {}, 60_000)`];
const announce = 'console.log(`ready: http://127.0.0.1:9/${process.pid}`)';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('startProcess', () => {
  it('finds the address in what the process prints, and stops it', async () => {
    const { baseUrl, stop } = await startProcess(script(`console.log('hello'); ${announce}`), never());
    const pid = Number(baseUrl.pathname.slice(1));
    assert.ok(isRunning(pid));
    await stop();
    await stop();
    assert.ok(!isRunning(pid));
  });

  it('does not let it block on output that nobody reads', async () => {
    const write = "process.stdout.write('x'.repeat(5e6), () => process.exit())";
    const { stop, ended } = await startProcess(script(`${announce}; setImmediate(() => ${write})`), never());
    await ended;
    await stop();
  });

  it('tells what a process said that ended instead', async () => {
    const args = ['-e', "console.error('The port is taken.'); process.exit(3)"];
    await assert.rejects(startProcess(args, never()), /did not start\. The port is taken\./);
  });

  it('rejects with the reason when it is stopped, and leaves no process', async () => {
    const controller = new AbortController();
    const started = startProcess(script(''), controller.signal);
    controller.abort(new Error('Enough'));
    await assert.rejects(started, /Enough/);
  });
});
