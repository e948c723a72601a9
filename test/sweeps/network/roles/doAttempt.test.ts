import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { FolderStore } from '../../../../src/network/store/folderStore.ts';
import { doAttempt } from '../../../../src/network/roles/doAttempt.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const secret = 'secret-of-the-node';
const leaves: Readonly<Record<string, (outputPath: string, secretPath: string) => void>> = {
  'a link to a file of the node’s': (outputPath, secretPath) => symlinkSync(secretPath, outputPath),
  'another name of such a file': (outputPath, secretPath) => linkSync(secretPath, outputPath),
  'a link to the environment of the node': (outputPath) => symlinkSync('/proc/self/environ', outputPath),
  'a pipe that nobody writes to': (outputPath) => execFileSync('mkfifo', [outputPath]),
  'a folder': (outputPath) => mkdirSync(outputPath),
};

describe('doAttempt', () => {
  const folder = useTemporaryFolder();

  /** Runs an attempt with `engine` instead of a real engine, and returns the content of the store afterwards. */
  async function attemptedBy(engine: (outputPath: string) => void) {
    const store = new FolderStore(path.join(folder.path, 'store'));
    await store.put('incoming/1/input', Readable.from(['content']));
    const node = {
      store,
      folder: folder.path,
      programs: async () => new Map(),
      diskSpace: { check: async () => undefined },
      engines: {
        runner: { run: async ({ outputPath }: { outputPath: string }) => (engine(outputPath), {}) },
      },
    };
    const work = { fileName: 'a.png', engine: 'image', from: 'png', to: 'jpg', options: {}, input: 'input' };
    const attempt = { job: '1', account: 'a', attempt: 1, tool: 'convert', inputBytes: 7, work } as const;
    const outcome = await doAttempt(attempt, node, new AbortController().signal).catch(String);
    return { outcome, stored: readdirSync(path.join(folder.path, 'store')).toSorted() };
  }

  it('stores what the engine has written', async () => {
    const result = { outputBytes: 1, outputFileName: 'a.jpg' };
    const written = await attemptedBy((outputPath) => writeFileSync(outputPath, 'x'));
    assert.deepEqual(written, { outcome: { result }, stored: ['incoming', 'jobs'] });
  });

  for (const [what, leave] of Object.entries(leaves)) {
    it(`stores nothing if the engine leaves ${what}`, async () => {
      const secretPath = path.join(folder.path, 'secret');
      writeFileSync(secretPath, secret);
      const { stored } = await attemptedBy((outputPath) => leave(outputPath, secretPath));
      assert.deepEqual(stored, ['incoming']);
    });
  }
});
