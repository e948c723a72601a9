import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { assertPlain, hostileSamples } from '../../support/hostileWords.ts';
import { json, withServer } from '../../support/http/scriptedServer.ts';
import { root } from '../../support/paths.ts';

interface Printed {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(...args: readonly string[]): Promise<Printed> {
  return new Promise((resolve) => {
    const script = path.join(root, 'src/conformance/main.ts');
    const child = execFile(process.execPath, [script, ...args], (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? undefined, stdout, stderr }),
    );
  });
}

describe('The conformance suite on the command line', () => {
  it('prints what a server says as mere characters', async () => {
    const words = hostileSamples.join(' ');
    const reply = json(418, { error: words, detail: words }, { 'x-words': 'a' });
    await withServer(reply, async ({ baseUrl }) => {
      const printed = await run('--base-url', baseUrl.href, '--key', 'k', '--read-only', '--only', 'errors.');
      assert.equal(printed.exitCode, 1);
      assert.match(printed.stdout, /^errors\..*\[Open\] \(command:/m);
      for (const line of printed.stdout.trimEnd().split('\n')) assertPlain(line, 4096);
    });
  });

  it('prints what was typed as mere characters', async () => {
    const { exitCode, stderr } = await run('--launch', '--plan', '\u001B[2Jred');
    assert.equal(exitCode, 2);
    assert.match(stderr, /^--plan takes guest, free or pro, not "␛\[2Jred"\.\n\nnpm run conformance/);
  });
});
