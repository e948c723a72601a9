import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { remux } from '../../../../src/engines/video/remux.ts';
import { media } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('remux', () => {
  const folder = useTemporaryFolder();

  async function into(to: string, inputPath: string): Promise<string> {
    const outputPath = path.join(folder.path, `a.${to}`);
    const from = path.extname(inputPath).slice(1);
    const work = { tool: 'convert', engine: 'remux', from, to, options: {}, fileName: 'a' } as const;
    await remux({ ...work, inputPath, inputBytes: 0, outputPath });
    return outputPath;
  }

  /** Open files of this process in the folder, if the system reports them. */
  async function open(): Promise<string[]> {
    const fds = await readdir('/proc/self/fd').catch(() => []);
    const targets = await Promise.all(fds.map(async (fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    return targets.filter((each) => each.startsWith(folder.path));
  }

  it('closes its output', async () => {
    assert.ok(existsSync(await into('mkv', media('clip.mp4'))));
    assert.deepEqual(await open(), []);
  });

  it('opens no output for a file it refuses', async () => {
    await assert.rejects(into('ts', media('clip.webm')), { code: 'conversion.program_needed' });
    assert.ok(!existsSync(path.join(folder.path, 'a.ts')));
    assert.deepEqual(await open(), []);
  });

  it('closes its output if the file is truncated', async () => {
    const whole = await readFile(media('clip.mp4'));
    const file = path.join(folder.path, 'cut.mp4');
    await writeFile(file, whole.subarray(0, whole.length - 9000));
    await assert.rejects(into('mkv', file), { code: 'conversion.invalid_input' });
    assert.deepEqual(await open(), []);
  });
});
