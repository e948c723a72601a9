import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { eventually } from '../../support/eventually.ts';
import { root } from '../../support/paths.ts';
import { sample } from '../../support/service/fixtures.ts';
import { inspect } from '../../support/service/raster.ts';
import { useServices } from '../../support/service/services.ts';
import { testKey } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const script = path.join(root, 'test/support/jobs/jobsProcess.ts');

/**
 * Mounts a separate disk at a folder, copies a photo to it that leaves 8 KiB free, and runs a program that sees the
 * disk.
 */
const onOwnDisk = [
  'folder="$1"; photograph="$2"; then="$3"; shift 3',
  'mount -t tmpfs -o size=144k tmpfs "$folder" && cp "$photograph" "$folder"',
  'if [ "$then" = readOnly ]; then mount -o remount,ro "$folder"; fi',
  'exec "$@"',
].join('\n');

// False if this user isn't allowed to mount disks. Then only test/unit/jobs/placement/delivery.test.ts covers full
// disks, using a file store that refuses files.
const mayMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
const disks = mayMount ? (['full', 'readOnly'] as const) : [];
const codes = { full: 'file.no_space', readOnly: 'file.no_permission' };

describe('A folder on a disk that can’t store the output', () => {
  const start = useServices();
  const folder = useTemporaryFolder();
  let window: ChildProcess;
  afterEach(() => window?.kill('SIGKILL'));

  for (const disk of disks) {
    it(`makes the job fail with its own error if it is ${disk === 'full' ? disk : 'read-only'}, and keeps the whole paid output elsewhere`, async () => {
      const { api } = await start(['--plan', 'pro']);
      const [files, storage] = [path.join(folder.path, 'files'), path.join(folder.path, 'storage')];
      await mkdir(files);
      const source = pathToFileURL(path.join(files, 'coffee.jpg')).href;
      const program = [process.execPath, script, storage, api.baseUrl, testKey, source];
      window = spawn(
        'unshare',
        ['-rm', 'sh', '-c', onOwnDisk, 'sh', files, sample('coffee.jpg'), disk, ...program],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      );
      const journal = async (): Promise<string> => {
        const names = await readdir(path.join(storage, 'journals')).catch(() => []);
        const journals = names.filter((name) => name.endsWith('.jsonl'));
        return (
          await Promise.all(
            journals.map((name) => readFile(path.join(storage, 'journals', name), 'utf8').catch(() => '')),
          )
        ).join('');
      };
      await eventually(journal, (text) => text.includes('"state":{"name":"failed"'));
      assert.ok((await journal()).includes(`"code":"${codes[disk]}"`));
      const [job = ''] = await readdir(path.join(storage, 'kept'));
      const output = await readFile(path.join(storage, 'kept', job, 'coffee.webp'));
      assert.equal((await inspect(output, 'webp')).format, 'WEBP');
      // The disk as the process sees it contains the source, and no incomplete file.
      const seen = path.join('/proc', String(window.pid), 'root', files);
      assert.deepEqual(await readdir(seen), ['coffee.jpg']);
    });
  }
});
