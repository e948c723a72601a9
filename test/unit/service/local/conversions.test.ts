import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineTask, EngineResult } from '../../../../src/engines/api/task.ts';
import { Conversions } from '../../../../src/service/local/conversions.ts';
import { becomes } from '../../../support/eventually.ts';
import { sample } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('Conversions', () => {
  const folder = useTemporaryFolder();

  const build = async (
    convert: (work: EngineTask, signal: AbortSignal) => Promise<EngineResult> = async ({ outputPath }) => {
      await writeFile(outputPath, 'output');
      return {};
    },
    programs = new Map(),
  ) => {
    const own = path.join(folder.path, 'service');
    await mkdir(own);
    const runner = { run: async (work: EngineTask, signal: AbortSignal) => convert(work, signal) };
    const conversions = new Conversions({
      runner,
      urgentRunner: runner,
      programs: async () => programs,
      maxParallelJobs: 2,
      folder: own,
    });
    return { conversions, own };
  };

  /** Starts a conversion, and tells whether it has begun. */
  const begin = async (
    conversions: Conversions,
    changes: { isUrgent?: boolean; file?: string; to?: string },
  ) => {
    const { isUrgent = false, file = sample('cat.png'), to = 'webp' } = changes;
    const abort = new AbortController();
    const outputPath = path.join(await mkdtemp(path.join(folder.path, 'job-')), 'output');
    const state = { hasBegun: false };
    const files = [{ path: file, fileName: path.basename(file) }];
    const request = { tool: 'convert', files, to, options: {}, outputPath, mayRunPrograms: true } as const;
    const report = (): void => {
      state.hasBegun = true;
    };
    const done = conversions.convert({ ...request, isUrgent }, abort.signal, report);
    done.catch(() => {});
    return { state, done, abort, outputPath };
  };

  it('name the result as the API does, and tell what it may lack', async () => {
    const { conversions } = await build();
    const { done } = await begin(conversions, { to: 'jpg' });
    const { fileName, losses } = await done;
    assert.equal(fileName, 'cat.jpg');
    assert.ok(losses.includes('transparency'));
  });

  it('run a limited number of jobs, in order, and what is urgent at once', async () => {
    const ends: (() => void)[] = [];
    const { conversions } = await build(async ({ outputPath }) => {
      await new Promise<void>((resolve) => ends.push(resolve));
      await writeFile(outputPath, 'output');
      return {};
    });
    const jobs: Awaited<ReturnType<typeof begin>>[] = [];
    for (let count = 1; count <= 4; count += 1) {
      jobs.push(await begin(conversions, {}));
      await becomes(() => ends.length, Math.min(count, 2));
    }
    const begun = (): boolean[] => jobs.map(({ state }) => state.hasBegun);
    assert.deepEqual(begun(), [true, true, false, false]);
    await begin(conversions, { isUrgent: true });
    await becomes(() => ends.length, 3);
    jobs[2]?.abort.abort();
    await assert.rejects(jobs[2]?.done ?? Promise.resolve(), { name: 'AbortError' });
    ends[0]?.();
    await jobs[0]?.done;
    await becomes(() => ends.length, 4);
    assert.deepEqual(begun(), [true, true, false, true]);
    conversions.setMaxParallel(3);
    const more = await begin(conversions, {});
    await becomes(() => more.state.hasBegun, true);
  });

  it('give a program a private copy, move its result, and delete what it leaves', async () => {
    const seen: EngineTask[] = [];
    const { conversions, own } = await build(
      async (work) => {
        seen.push(work);
        await writeFile(`${path.dirname(work.outputPath)}/left`, 'rubbish');
        await writeFile(work.outputPath, 'from a program');
        return {};
      },
      new Map([['pandoc', '/usr/bin/pandoc']]),
    );
    const { done, outputPath } = await begin(conversions, {
      file: path.join(folder.path, 'a.rst'),
      to: 'html',
    });
    await assert.rejects(done);
    await writeFile(path.join(folder.path, 'a.rst'), 'words\n');
    const again = await begin(conversions, { file: path.join(folder.path, 'a.rst'), to: 'html' });
    await again.done;
    assert.equal(await readFile(again.outputPath, 'utf8'), 'from a program');
    const [work] = seen;
    assert.equal(path.dirname(path.dirname(work?.inputPath ?? '')), own);
    assert.equal(path.basename(work?.inputPath ?? ''), 'input');
    assert.deepEqual(await readdir(own), []);
    assert.ok(!existsSync(outputPath));
  });

  it('copy a program’s result that has several names, as it may be another file', async () => {
    const other = path.join(folder.path, 'other');
    await writeFile(other, 'shared');
    await writeFile(path.join(folder.path, 'a.rst'), 'words\n');
    const { conversions } = await build(
      async (work) => {
        await link(other, work.outputPath);
        return {};
      },
      new Map([['pandoc', '/usr/bin/pandoc']]),
    );
    const { done, outputPath } = await begin(conversions, {
      file: path.join(folder.path, 'a.rst'),
      to: 'html',
    });
    await done;
    assert.equal((await stat(outputPath)).nlink, 1);
    assert.notEqual((await stat(outputPath)).ino, (await stat(other)).ino);
  });
});
