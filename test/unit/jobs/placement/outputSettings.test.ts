import assert from 'node:assert/strict';
import { mkdir, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Job, OutputTemplates, Placement } from '../../../../src/jobs/core/job.ts';
import { DiskFileStore } from '../../../../src/jobs/core/diskFileStore.ts';
import { FileStoreError } from '../../../../src/jobs/core/fileStore.ts';
import {
  compressRequest,
  convertRequest,
  pathOf,
  useJobs,
  type Window,
} from '../../../support/jobs/jobsHarness.ts';
import { outputTemplates } from '../../../support/jobs/outputTemplates.ts';

/** An old date in whole seconds, which all file systems can store. */
const oldMs = Date.UTC(2001, 1, 3, 4, 5, 6);

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAADElEQVR4nGNgQAEAAA4AAU8+nPkAAAAASUVORK5CYII=',
  'base64',
);

/** A disk on which no file can be renamed. */
class UnmovableDisk extends DiskFileStore {
  override async moveToFree(): Promise<boolean> {
    throw new FileStoreError('file.unwritable', 'not here');
  }
}

const output = ({ state }: Job): string | undefined => (state.name === 'done' ? state.output : undefined);
const codeOf = ({ state }: Job): string | undefined =>
  state.name === 'failed' ? state.problem.code : undefined;

describe('An output with its own folder or name', () => {
  const { harness, window, switchTo } = useJobs();

  const crash = async (): Promise<Window> => {
    window.kill();
    return harness.open();
  };
  const placed = (templates: Partial<OutputTemplates>, changes: Partial<Placement> = {}): Placement => ({
    ...convertRequest('').placement,
    output: outputTemplates({ workspace: pathToFileURL(harness.folder).href, ...templates }),
    ...changes,
  });
  const convert = async (
    templates: Partial<OutputTemplates>,
    changes: Partial<Placement> = {},
    targetFormat = 'txt',
  ): Promise<Job> => {
    const placement = placed(templates, changes);
    return harness.run(window, convertRequest(await harness.file('photo.png'), { placement, targetFormat }));
  };

  it('is put into new folders, and leaves nothing elsewhere', async () => {
    const job = await convert({ folder: 'out/${ext}', name: '${name}-${n}' });
    assert.equal(output(job), harness.uri('out/txt/photo-1.txt'));
    assert.equal(await harness.read('out/txt/photo-1.txt'), 'output');
    assert.deepEqual(await harness.names(), ['out', 'photo.png']);
    assert.deepEqual(await readdir(join(harness.storage, 'kept')), []);
  });

  it('is removed by undo with the folders created for it, but no existing or used ones', async () => {
    await mkdir(join(harness.folder, 'mine'));
    await convert({ folder: 'mine/out/deep' });
    assert.deepEqual(await window.jobs.undo(), { removed: 1, restored: 0, kept: 0 });
    assert.deepEqual(await readdir(join(harness.folder, 'mine')), []);
    await convert({ folder: 'mine/out/deep' });
    await writeFile(join(harness.folder, 'mine/out/note.txt'), 'mine');
    await window.jobs.undo();
    assert.deepEqual(await readdir(join(harness.folder, 'mine/out')), ['note.txt']);
  });

  it('takes a free name, even beside one that differs only by case', async () => {
    await mkdir(join(harness.folder, 'out'));
    await writeFile(join(harness.folder, 'out/PHOTO.TXT'), 'mine');
    assert.equal(output(await convert({ folder: 'out' })), harness.uri('out/photo (1).txt'));
  });

  it('replaces the existing file, and undo restores that with its date', async () => {
    await mkdir(join(harness.folder, 'out'));
    const path = join(harness.folder, 'out/photo.txt');
    await writeFile(path, 'mine');
    await utimes(path, oldMs / 1000, oldMs / 1000);
    await convert({ folder: 'out' }, { onCollision: 'overwrite' });
    assert.equal(await harness.read('out/photo.txt'), 'output');
    assert.deepEqual(await window.jobs.undo(), { removed: 0, restored: 1, kept: 0 });
    assert.equal(await harness.read('out/photo.txt'), 'mine');
    assert.equal((await stat(path)).mtimeMs, oldMs);
  });

  it('is skipped or asked about before anything is paid', async () => {
    await mkdir(join(harness.folder, 'out'));
    await writeFile(join(harness.folder, 'out/photo.txt'), 'mine');
    assert.equal((await convert({ folder: 'out' }, { onCollision: 'skip' })).state.name, 'done');
    const asking = await convert({ folder: 'out' }, { onCollision: 'ask' });
    assert.equal(asking.state.name, 'needsName');
    assert.equal(harness.network.accepted.length, 0);
    await harness.clock.runUntil(window.jobs.rename(asking.id, 'other.txt'));
    assert.deepEqual(await readdir(join(harness.folder, 'out')), ['other.txt', 'photo.txt']);
  });

  it('is named by its size, which is known once it exists', async () => {
    harness.network.output = pixel;
    await writeFile(join(harness.folder, 'photo-3x2.png'), 'mine');
    const templates = { name: '${name}-${width}x${height}', folder: undefined };
    const placement = placed(templates, { onCollision: 'ask' });
    const source = await harness.file('photo.gif');
    const job = await harness.run(window, convertRequest(source, { placement, targetFormat: 'png' }));
    assert.equal(job.state.name === 'needsName' && job.state.fileName, 'photo-3x2.png');
    assert.equal(harness.network.accepted.length, 1);
  });

  it('is kept if its folder can’t be created', async () => {
    await harness.file('taken', 'a file');
    const job = await convert({ folder: 'taken/out' });
    assert.ok(['file.missing', 'file.unwritable'].includes(codeOf(job) ?? ''), codeOf(job));
    assert.ok(job.state.name === 'failed' && job.state.keptOutput);
    await window.jobs.saveKept(job.id, harness.uri('saved.txt'));
    assert.equal(await harness.read('saved.txt'), 'output');
  });

  it('is kept if its folder isn’t writable, and a later retry puts it there', async () => {
    let refuses = true;
    const disk = new DiskFileStore();
    const createTemporary: DiskFileStore['createTemporary'] = async (folder, name) => {
      if (refuses && folder.endsWith('/out')) throw new FileStoreError('file.no_permission', 'not here');
      return disk.createTemporary(folder, name);
    };
    window.kill();
    switchTo(await harness.open({ files: Object.assign(new DiskFileStore(), { createTemporary }) }));
    const job = await convert({ folder: 'out' });
    assert.equal(codeOf(job), 'file.no_permission');
    assert.deepEqual(await harness.names(), ['photo.png'], 'The folder that was made goes again.');
    refuses = false;
    window.jobs.retry([job.id]);
    assert.equal(output(await harness.settle(window, job.id)), harness.uri('out/photo.txt'));
    assert.equal(harness.network.accepted.length, 1);
  });

  it('doesn’t replace the source of a compression', async () => {
    const placement = { ...placed({ folder: 'out' }), replaceSource: true };
    const source = await harness.file('note.txt', 'x'.repeat(100));
    const job = await harness.run(window, compressRequest(source, placement));
    assert.equal(output(job), harness.uri('out/note-compressed.txt'));
    assert.equal(await harness.read('note.txt'), 'x'.repeat(100));
  });

  describe('in a folder set by the workspace', () => {
    const folder = 'out/deep';

    it('is put there, even through a link inside the workspace', async () => {
      await mkdir(join(harness.folder, 'inside'));
      await symlink(join(harness.folder, 'inside'), join(harness.folder, 'out'));
      const job = await convert({ folder, staysInWorkspace: true });
      assert.equal(output(job), harness.uri('out/deep/photo.txt'));
      assert.deepEqual(await readdir(join(harness.folder, 'inside/deep')), ['photo.txt']);
    });

    it('isn’t put through a link that leads outside, and nothing is paid', async () => {
      await mkdir(join(harness.storage, 'outside'), { recursive: true });
      await symlink(join(harness.storage, 'outside'), join(harness.folder, 'out'));
      const job = await convert({ folder, staysInWorkspace: true });
      assert.equal(codeOf(job), 'output.outside_workspace');
      assert.equal(harness.network.accepted.length, 0);
      assert.deepEqual(await readdir(join(harness.storage, 'outside')), []);
      assert.ok(output(await convert({ folder })), 'A person’s folder is followed.');
    });

    it('isn’t put through a link created while the service works', async () => {
      await mkdir(join(harness.storage, 'outside/deep'), { recursive: true });
      harness.network.onPoll.push(async () => {
        await symlink(join(harness.storage, 'outside'), join(harness.folder, 'out'));
        return { status: 'Processing' };
      });
      const job = await convert({ folder, staysInWorkspace: true });
      assert.equal(codeOf(job), 'output.outside_workspace');
      assert.deepEqual(await readdir(join(harness.storage, 'outside/deep')), []);
      const kept = job.state.name === 'failed' ? job.state.keptOutput : undefined;
      assert.equal(kept !== undefined && (await stat(pathOf(kept))).size, 'output'.length);
    });

    it('isn’t put through a link that replaces a new folder', async () => {
      const outside = join(harness.storage, 'outside');
      await mkdir(outside, { recursive: true });
      const disk = new DiskFileStore();
      const makeFolder = async (uri: string): Promise<boolean> => {
        if (!uri.endsWith('/deep')) return disk.makeFolder(uri);
        await rm(join(harness.folder, 'out'), { recursive: true });
        await symlink(outside, join(harness.folder, 'out'));
        return disk.makeFolder(uri);
      };
      switchTo(await harness.open({ files: Object.assign(new DiskFileStore(), { makeFolder }) }));
      assert.equal(codeOf(await convert({ folder, staysInWorkspace: true })), 'output.outside_workspace');
      assert.deepEqual(await readdir(outside), []);
    });
  });

  describe('after a crash', () => {
    for (const moved of [true, false]) {
      it(`reaches its destination if its move was ${moved ? 'made but not recorded' : 'recorded but not made'}`, async () => {
        const disk = new DiskFileStore();
        const moves = { asked: 0 };
        const moveToFree = async (from: string, to: string): Promise<boolean> => {
          if (moved) await disk.moveToFree(from, to);
          moves.asked += 1;
          return harness.never();
        };
        window.kill();
        switchTo(await harness.open({ files: Object.assign(new DiskFileStore(), { moveToFree }) }));
        const source = await harness.file('photo.png');
        await utimes(join(harness.folder, 'photo.png'), oldMs / 1000, oldMs / 1000);
        const placement = placed({ folder: 'out/deep', name: '${name}-${n}' }, { keepDates: true });
        const [job] = window.jobs.add([convertRequest(source, { placement })]);
        await harness.eventually(() => moves.asked > 0, 20);
        const next = await crash();
        const { state } = await harness.settle(next, job?.id ?? '');
        assert.equal(state.name === 'done' && state.output, harness.uri('out/deep/photo-1.txt'));
        assert.equal((await stat(join(harness.folder, 'out/deep/photo-1.txt'))).mtimeMs, oldMs);
        assert.deepEqual(await readdir(join(harness.folder, 'out/deep')), ['photo-1.txt']);
        assert.deepEqual(await readdir(join(harness.storage, 'kept')), []);
        assert.equal(harness.network.downloads, 1);
        assert.deepEqual(await next.jobs.undo(), { removed: 1, restored: 0, kept: 0 });
        assert.deepEqual(await harness.names(), ['photo.png']);
      });
    }

    it('leaves nothing of an interrupted copy', async () => {
      const disk = new DiskFileStore();
      const copies = { asked: 0 };
      const createTemporary: DiskFileStore['createTemporary'] = async (folder, name) => {
        const file = await disk.createTemporary(folder, name);
        if (!folder.endsWith('/out')) return file;
        copies.asked += 1;
        return harness.never();
      };
      window.kill();
      switchTo(await harness.open({ files: Object.assign(new DiskFileStore(), { createTemporary }) }));
      const source = await harness.file('photo.png');
      const [job] = window.jobs.add([convertRequest(source, { placement: placed({ folder: 'out' }) })]);
      await harness.eventually(() => copies.asked > 0, 20);
      const next = await crash();
      await harness.settle(next, job?.id ?? '');
      assert.deepEqual(await readdir(join(harness.folder, 'out')), ['photo.txt']);
      assert.deepEqual(await next.jobs.undo(), { removed: 1, restored: 0, kept: 0 });
      assert.deepEqual(await harness.names(), ['photo.png']);
    });

    it('replaces the file it was meant to replace, even if that looks the same', async () => {
      const replaced = { asked: 0 };
      const replace = async (): Promise<void> => {
        replaced.asked += 1;
        return harness.never();
      };
      window.kill();
      switchTo(await harness.open({ files: Object.assign(new DiskFileStore(), { replace }) }));
      const source = await harness.file('photo.png');
      for (const name of ['photo.png', 'photo.txt']) {
        const path = join(harness.folder, name);
        if (name === 'photo.txt') await writeFile(path, 'OUTPUT');
        await utimes(path, oldMs / 1000, oldMs / 1000);
      }
      const placement = placed({}, { onCollision: 'overwrite', keepDates: true });
      const [job] = window.jobs.add([convertRequest(source, { placement })]);
      await harness.eventually(() => replaced.asked > 0, 20);
      const next = await crash();
      await harness.settle(next, job?.id ?? '');
      assert.equal(await harness.read('photo.txt'), 'output');
      assert.equal((await readdir(join(harness.storage, 'backups'))).length, 1);
      assert.deepEqual(await next.jobs.undo(), { removed: 0, restored: 1, kept: 0 });
      assert.equal(await harness.read('photo.txt'), 'OUTPUT');
    });
  });
});

describe('An output’s date', () => {
  const { harness, window, switchTo } = useJobs();

  const run = async (keepDates: boolean, content = 'output'): Promise<Job> => {
    harness.network.output = Buffer.from(content);
    const source = await harness.file('photo.png');
    await utimes(join(harness.folder, 'photo.png'), oldMs / 1000, oldMs / 1000);
    const placement = { ...convertRequest(source).placement, keepDates, onCollision: 'overwrite' } as const;
    return harness.run(window, convertRequest(source, { placement }));
  };
  const dateOf = async (name: string): Promise<number> => (await stat(join(harness.folder, name))).mtimeMs;

  it('is the source’s on request', async () => {
    await run(true);
    assert.equal(await dateOf('photo.txt'), oldMs);
  });

  it('is the current time without that request', async () => {
    await run(false);
    assert.notEqual(await dateOf('photo.txt'), oldMs);
  });

  it('is the source’s even if the user saves it elsewhere', async () => {
    window.kill();
    switchTo(await harness.open({ files: new UnmovableDisk() }));
    const { id } = await run(true);
    await harness.journaled(window, id);
    window.kill();
    switchTo(await harness.open());
    await window.jobs.saveKept(id, harness.uri('saved.txt'));
    assert.equal(await dateOf('saved.txt'), oldMs);
  });

  it('keeps undo from treating a later batch’s output as its own', async () => {
    const first = await run(true, 'one');
    const second = await run(true, 'two');
    assert.deepEqual(await window.jobs.undo(first.batch), { removed: 0, restored: 0, kept: 1 });
    assert.equal(await harness.read('photo.txt'), 'two');
    assert.deepEqual(await window.jobs.undo(second.batch), { removed: 0, restored: 1, kept: 0 });
    assert.equal(await harness.read('photo.txt'), 'one');
  });
});
