import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync, watch } from 'node:fs';
import { chmod, copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '../../support/eventually.ts';
import { root } from '../../support/paths.ts';
import { document, media, sample } from '../../support/service/fixtures.ts';
import { useLocalJobs } from '../../support/service/localJobs.ts';
import { localServices } from '../../support/service/processes.ts';
import { recording } from '../../support/service/recordings.ts';

const exec = promisify(execFile);

describe('Jobs on this computer', () => {
  const own = useLocalJobs();

  it('keep a result whose folder can’t be written', async function () {
    await copyFile(sample('cat.png'), own().at('cat.png'));
    await writeFile(own().at('large.wav'), recording('one'));
    const isRoot = process.getuid?.() === 0;
    const change = async (isWritable: boolean): Promise<unknown> =>
      isRoot
        ? exec('chattr', [isWritable ? '-i' : '+i', own().at('')])
        : chmod(own().at(''), isWritable ? 0o755 : 0o555);
    // Not every file system has folders that even root can't write.
    const refusal = await change(false).catch((error: unknown) => error);
    if (refusal instanceof Error) return this.skip();
    try {
      for (const [name, to] of [
        ['cat.png', 'webp'],
        ['large.wav', 'flac'],
      ] as const) {
        const state = await own().convert(name, to);
        assert.ok(state?.name === 'failed');
        assert.equal(state.problem.code, 'file.no_permission');
        const kept = fileURLToPath(state.keptOutput ?? '');
        assert.equal(path.basename(kept), `${path.parse(name).name}.${to}`);
        assert.ok(kept.startsWith(own().storage) && (await stat(kept)).size > 0);
      }
    } finally {
      await change(true);
    }
    assert.deepEqual(await own().names(), ['cat.png', 'large.wav']);
    assert.deepEqual(await readdir(path.join(own().storage, 'work')), []);
  });

  it('all arrive if the service is killed twice in the middle of a batch', async () => {
    const sources = Array.from({ length: 20 }, (_, index) => `${index}.jpg`);
    for (const name of sources) await copyFile(sample('coffee.jpg'), own().at(name));
    const { jobs } = own();
    /** The numbers of ended jobs after which the service is killed. */
    const kills = [1, 6];
    const killed: number[] = [];
    const count = (name: string): number => jobs.all().filter(({ state }) => state.name === name).length;
    jobs.onDidChange(() => {
      const pid = localServices().find((each) => !killed.includes(each));
      const isDue = count('converting') > 0 && count('done') >= (kills[killed.length] ?? Infinity);
      if (!isDue || pid === undefined) return;
      process.kill(pid, 'SIGKILL');
      killed.push(pid);
    });
    const all = await jobs.settled(sources.map((name) => own().add(name, 'webp')));
    assert.equal(killed.length, 2);
    assert.deepEqual(
      all.map(({ state }) => (state.name === 'failed' ? state.problem : state.name)),
      sources.map(() => 'done'),
    );
    const results = sources.map((name) => name.replace('jpg', 'webp'));
    assert.deepEqual(await own().names(), [...sources, ...results].toSorted());
    const expected = await readFile(own().at('0.webp'));
    for (const name of results) assert.ok((await readFile(own().at(name))).equals(expected), name);
  });

  /** Converts these files in another window, which is killed when a conversion has begun. */
  async function killDuring(sources: readonly string[]): Promise<void> {
    for (const name of sources) await copyFile(sample('coffee.jpg'), own().at(name));
    const script = path.join(root, 'test/support/service/localJobsProcess.ts');
    const args = [own().storage, own().temporaryRoot, ...sources.map((name) => own().uri(name))];
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: child.stdout })) if (line === 'converting') break;
    child.kill('SIGKILL');
    if (child.signalCode === null) await once(child, 'exit');
    assert.equal(own().workFolders().length, 1);
  }

  it('are finished by the next window after a kill, and leave no hidden folder', async () => {
    const sources = Array.from({ length: 8 }, (_, index) => `${index}.jpg`);
    await killDuring(sources);
    assert.ok(sources.some((name) => !existsSync(own().at(name.replace('jpg', 'webp')))));
    await own().reopen();
    const { jobs } = own();
    const all = await jobs.settled(jobs.all().map(({ id }) => id));
    assert.deepEqual(
      all.map(({ state }) => state.name),
      sources.map(() => 'done'),
    );
    const results = sources.map((name) => name.replace('jpg', 'webp'));
    assert.deepEqual(await own().names(), [...sources, ...results].toSorted());
  });

  it('leave no hidden folder after a kill even if nothing can be converted any longer', async () => {
    await killDuring(['a.jpg']);
    await rm(own().at('a.jpg'));
    await own().reopen();
    const { jobs } = own();
    const [job] = await jobs.settled(jobs.all().map(({ id }) => id));
    assert.ok(job?.state.name === 'failed');
    assert.equal(job.state.problem.code, 'file.missing');
    assert.deepEqual(await own().names(), []);
  });

  it('give results the usual owner and permissions, even if a program wrote them', async () => {
    const drawing = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n0 0 9 9 rectfill\nshowpage\n%%EOF\n';
    await copyFile(sample('cat.png'), own().at('own.png'));
    await copyFile(media('tone.wav'), own().at('ffmpeg.wav'));
    await copyFile(document('harbour.docx'), own().at('pandoc.docx'));
    await writeFile(own().at('ghostscript.eps'), drawing);
    await writeFile(own().at('large.wav'), recording('one'));
    const usual = process.umask();
    try {
      for (const umask of [usual, 0o027]) {
        process.umask(umask);
        for (const [name, to] of [
          ['own.png', 'webp'],
          ['ffmpeg.wav', 'wma'],
          ['pandoc.docx', 'rst'],
          ['ghostscript.eps', 'png'],
          ['large.wav', 'flac'],
        ] as const) {
          const state = await own().convert(name, to);
          assert.ok(state?.name === 'done', `${name}: ${JSON.stringify(state)}`);
          const facts = await stat(fileURLToPath(state.output ?? ''));
          const expected = [0o666 & ~umask, process.getuid?.(), process.getgid?.(), 1];
          assert.deepEqual([facts.mode & 0o7777, facts.uid, facts.gid, facts.nlink], expected, name);
        }
      }
    } finally {
      process.umask(usual);
    }
  });

  it('never give an incomplete file a visible name', async () => {
    await copyFile(sample('cat.png'), own().at('cat.png'));
    await copyFile(media('tone.wav'), own().at('tone.wav'));
    await writeFile(own().at('large.wav'), recording('one'));
    const seen: { readonly event: string; readonly name: string; readonly bytes: number | undefined }[] = [];
    const watcher = watch(own().at(''), (event, name) => {
      if (name === null) return;
      seen.push({ event, name, bytes: statSync(own().at(name), { throwIfNoEntry: false })?.size });
    });
    const all = await own().jobs.settled([
      own().add('cat.png', 'tiff'),
      own().add('tone.wav', 'wma'),
      own().add('large.wav', 'flac'),
    ]);
    assert.deepEqual(new Set(all.map(({ state }) => state.name)), new Set(['done']));
    const results = ['cat.tiff', 'large.flac', 'tone.wma'];
    await eventually(
      () => seen.map(({ name }) => name),
      (all) => results.every((name) => all.includes(name)),
    );
    watcher.close();
    const visible = seen.filter(({ name }) => !name.startsWith('.'));
    // A complete file gets its name in one event. A file that is written under its name has others.
    const expected = results.map((name) => ({ event: 'rename', name, bytes: statSync(own().at(name)).size }));
    assert.deepEqual(
      visible.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      expected,
    );
  });
});
