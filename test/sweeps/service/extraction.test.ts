import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type ExtractedFolder, extractBeside, isUnchanged } from '../../../src/vscode/convert/extraction.ts';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import {
  archiveDecoders,
  compareArchives,
  entriesIn,
} from '../../../tools/referenceDecoders/archiveHashes.ts';
import { root } from '../../support/paths.ts';
import { archive } from '../../support/service/fixtures.ts';
import { pythonArchive, tarOf, zipOf } from '../../support/service/hostileArchives.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const trees = ['zip', '7z', 'tar', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst', 'cab', 'iso', 'cpio', 'wim'];

/** The symbolic links in the tree of the fixtures. */
function linksIn(format: string): string[] {
  return format.startsWith('tar') ? ['link'] : [];
}

/** The names of the files below a folder. */
async function filesIn(extracted: ExtractedFolder): Promise<string[]> {
  const entries = await entriesIn(extracted.path);
  return entries.flatMap(({ kind, path }) => (kind === 'file' ? path : []));
}

function git(folder: string, ...args: readonly string[]): void {
  spawnSync('git', ['-C', folder, '-c', 'safe.directory=*', ...args]);
}

describe('The extraction of an archive', () => {
  const folder = useTemporaryFolder();
  const local = new LocalService({ scriptPath: bundle, log: () => undefined });
  after(() => local.dispose());

  const inFolder = (...names: readonly string[]): string => path.join(folder.path, ...names);

  /** Extracts a file of the test's folder, in which its content is written first if it is given. */
  async function extract(
    name: string,
    bytes?: Uint8Array,
    signal = AbortSignal.any([]),
  ): Promise<ExtractedFolder> {
    if (bytes !== undefined) await writeFile(inFolder(name), bytes);
    return extractBeside(local, inFolder(name), signal);
  }

  async function refusal(name: string, bytes: Uint8Array): Promise<unknown> {
    const failed = await extract(name, bytes).then(
      () => assert.fail(`${name} was extracted.`),
      (error: Error) => error.message,
    );
    assert.deepEqual(await readdir(folder.path), [name]);
    await rm(inFolder(name));
    return failed;
  }

  for (const format of trees) {
    it(`has the files that other programs extract from a ${format}`, async () => {
      await copyFile(archive(`tree.${format}`), inFolder(`tree.${format}`));
      const extracted = await extract(`tree.${format}`);
      const ours = await entriesIn(extracted.path);
      const skipped = extracted.skipped.names;
      assert.deepEqual(skipped.toSorted(), linksIn(format));
      let readers = 0;
      for (const decoder of archiveDecoders) {
        const theirs = await decoder.read(inFolder(`tree.${format}`), format, '');
        if (theirs === undefined) continue;
        readers += 1;
        const expected = theirs.filter((entry) => !skipped.includes(entry.path));
        assert.equal(compareArchives(ours, expected), undefined, decoder.program);
        if (format === 'cab' || format === 'iso') continue;
        for (const entry of expected.filter(({ kind }) => kind === 'file')) {
          const own = ours.find((each) => each.path === entry.path);
          assert.equal(own?.executable, entry.executable, `${decoder.program}: ${entry.path}`);
          assert.ok(Math.abs((own?.mtime ?? 0) - entry.mtime) <= 2, `${decoder.program}: ${entry.path}`);
        }
      }
      assert.ok(readers > 0);
      assert.equal(extracted.files, ours.filter(({ kind }) => kind === 'file').length);
      assert.deepEqual((await readdir(folder.path)).toSorted(), ['tree', `tree.${format}`]);
    });
  }

  it('leaves a top folder with the archive’s name out, and numbers the new folder if its name is taken', async () => {
    await mkdir(inFolder('Photos'));
    const within = await pythonArchive(`
z = zipfile.ZipFile(out, 'w')
z.writestr('photos/a.txt', 'a')
z.writestr('photos/b/c.txt', 'c')`);
    const extracted = await extract('photos.zip', within);
    assert.equal(extracted.path, inFolder('photos (1)'));
    assert.deepEqual(await filesIn(extracted), ['a.txt', 'b/c.txt']);
    assert.equal((await extract('photos.zip')).path, inFolder('photos (2)'));
    const other = await extract('other.v1.zip', within);
    assert.equal(other.path, inFolder('other.v1'));
    assert.deepEqual(await filesIn(other), ['photos/a.txt', 'photos/b/c.txt']);
    assert.deepEqual([other.renamed.count, extracted.renamed.count], [0, 0]);
    // Tools run programs that such a folder names.
    for (const name of ['vscode', 'vscode (1)'])
      assert.equal((await extract('.vscode.zip', within)).path, inFolder(name));
  });

  it('stays in its folder whatever the paths are', async () => {
    for (const entry of ['../evil.txt', 'a/../../evil.txt', '..\\evil.txt', 'C:\\evil.txt', 'c:/evil.txt']) {
      await mkdir(inFolder('inner'), { recursive: true });
      for (const [name, bytes] of [
        ['a.zip', await zipOf(entry)],
        ['a.tar', await tarOf(`add(${JSON.stringify(entry)})`)],
      ] as const) {
        await writeFile(inFolder('inner', name), bytes);
        await assert.rejects(
          extractBeside(local, inFolder('inner', name), AbortSignal.any([])),
          /outside its folder/,
        );
        assert.deepEqual(await readdir(folder.path, { recursive: true }), ['inner', `inner/${name}`]);
        await rm(inFolder('inner', name));
      }
    }
    const absolute = await extract('b.tar', await tarOf(`add(${JSON.stringify(inFolder('evil.txt'))})`));
    assert.deepEqual(await filesIn(absolute), [inFolder('evil.txt').slice(1)]);
    assert.deepEqual(await filesIn(await extract('c.tar', await tarOf(`add('x\\\\y.txt')`))), ['x_y.txt']);
  });

  it('copies hard links, skips symbolic links and devices by name, and never follows them', async () => {
    const outside = inFolder('outside.txt');
    await writeFile(outside, 'untouched');
    const extracted = await extract(
      'a.tar',
      await tarOf(
        `add('kept')`,
        `add('symbolic', tarfile.SYMTYPE, ${JSON.stringify(outside)})`,
        `add('hard', tarfile.LNKTYPE, 'kept')`,
        `add('lost', tarfile.LNKTYPE, 'missing')`,
        `add('twice', tarfile.LNKTYPE, 'symbolic')`,
        `add('device', tarfile.CHRTYPE)`,
        `add('pipe', tarfile.FIFOTYPE)`,
        `add('odd\\nlink', tarfile.SYMTYPE, ${JSON.stringify(outside)})`,
      ),
    );
    assert.deepEqual(
      (await entriesIn(extracted.path)).map(({ path }) => path),
      ['hard', 'kept'],
    );
    for (const name of ['symbolic', 'lost', 'twice', 'device', 'pipe']) {
      assert.ok(extracted.skipped.names.includes(name), name);
    }
    assert.match(extracted.skipped.names.join(), /odd.link/);
    const through = await tarOf(
      `add('d', tarfile.SYMTYPE, ${JSON.stringify(folder.path)})`,
      `add('d/outside.txt')`,
    );
    await assert.rejects(extract('b.tar', through), /through a link/);
    assert.equal(await readFile(outside, 'utf8'), 'untouched');
  });

  it('keeps every file, under names that are valid on every system', async () => {
    const names = [
      'a.txt',
      'A.TXT',
      'a.txt',
      'caf\u00e9',
      'cafe\u0301',
      'con.txt',
      'xy:z?.txt',
      'xy_z_.txt',
      'end. ',
    ];
    const hidden = [
      '.env',
      'old/.git/config',
      'photo\u202egnp.exe',
      'two\nlines',
      `${'n'.repeat(251)}.html`,
      `${'n'.repeat(251)}.htm`,
    ];
    const program = [...names, ...hidden].map((name, index) => `add(${JSON.stringify(name)}, ${index})`);
    const bytes = await pythonArchive(`
t = tarfile.open(out, 'w')
def add(path, number):
    info = tarfile.TarInfo(path)
    content = str(number).encode()
    info.size = len(content)
    t.addfile(info, io.BytesIO(content))
${program.join('\n')}
t.close()`);
    const extracted = await extract('names.tar', bytes);
    const files = await filesIn(extracted);
    const contents = await Promise.all(
      files.map(async (file) => Number(await readFile(path.join(extracted.path, file)))),
    );
    assert.deepEqual(
      contents.toSorted((a, b) => a - b),
      program.map((_, index) => index),
    );
    assert.equal(new Set(files.map((file) => file.normalize('NFC').toLowerCase())).size, files.length);
    for (const file of files) assert.match(file, /^(?!con\.)[^\p{Cc}\p{Cf}:?\\]{1,255}(?<![. ])$/u);
    assert.ok(files.includes('.env') && files.includes('_con.txt') && files.includes('photognp.exe'));
    assert.equal(extracted.files, program.length);
    // Git would run programs that the archive's configuration names.
    for (const name of ['_con.txt', 'end', 'photognp.exe', 'old/_.git/config']) {
      assert.ok(extracted.renamed.names.includes(name), extracted.renamed.names.join());
    }
    assert.equal(extracted.renamed.count, 10);
  });

  it('contains no repository whose configuration makes Git run a program', async () => {
    const marker = inFolder('ran');
    const made = inFolder('made');
    git(folder.path, 'init', '--quiet', '--bare', made);
    const settings = {
      'core.bare': 'false',
      'core.worktree': '.',
      'core.fsmonitor': `touch ${marker}; false`,
    };
    for (const [name, value] of Object.entries(settings)) git(made, 'config', name, value);
    git(made, 'status');
    assert.ok(existsSync(marker), 'Git runs the program');
    await mkdir(inFolder('pointer'));
    await writeFile(inFolder('pointer', '.git'), `gitdir: ${made}\n`);
    for (const [name, ...args] of [
      ['pointer.tar', '-C', folder.path, 'pointer'],
      ['top.tar', '-C', made, '.'],
      ['below.tar', '-C', folder.path, '--transform', 's,^made,a/b/made.git,', 'made'],
      ['twice.tar', '-C', made, 'refs', 'config', 'objects', 'HEAD', '--transform', 's,^,x/,'],
    ] as const) {
      execFileSync('tar', ['-cf', inFolder(name), ...args]);
      const extracted = await extract(name);
      await rm(marker, { force: true });
      const folders = (await entriesIn(extracted.path)).flatMap((entry) =>
        entry.kind === 'folder' ? entry.path : [],
      );
      for (const each of ['', ...folders]) git(path.join(extracted.path, each), 'status');
      assert.ok(!existsSync(marker), name);
      assert.match(extracted.renamed.names.join(), /(?:^|\/)_(?:HEAD|\.git)$/);
    }
  });

  it('keeps permissions to run a file, but not those of another user or of nobody', async () => {
    const bytes = await pythonArchive(`
t = tarfile.open(out, 'w')
for path, mode in [('run', 0o4755), ('group', 0o2770), ('closed', 0o000), ('plain', 0o644)]:
    info = tarfile.TarInfo(path)
    info.mode = mode
    t.addfile(info)
info = tarfile.TarInfo('locked')
info.type, info.mode = tarfile.DIRTYPE, 0o000
t.addfile(info)
t.addfile(tarfile.TarInfo('locked/in'))
t.close()`);
    const { path: made } = await extract('modes.tar', bytes);
    const modeOf = async (name: string): Promise<number> => (await stat(path.join(made, name))).mode & 0o7777;
    const umask = process.umask();
    assert.equal(await modeOf('run'), 0o755 & ~umask);
    assert.equal(await modeOf('group'), 0o770 & ~umask);
    assert.equal(await modeOf('closed'), 0o600);
    assert.equal(await modeOf('plain'), 0o644 & ~umask);
    assert.equal(await modeOf('locked'), 0o755 & ~umask);
    const dos = await pythonArchive(`
info = zipfile.ZipInfo('a.exe')
info.create_system = 0
zipfile.ZipFile(out, 'w').writestr(info, 'a')`);
    const { path: plain } = await extract('dos.zip', dos);
    assert.equal((await stat(path.join(plain, 'a.exe'))).mode & 0o7777, 0o644 & ~umask);
  });

  it('is refused in words, and leaves nothing', async () => {
    for (const name of ['locked.zip', 'locked.7z', 'locked.rar']) {
      const locked = await refusal(name, await readFile(archive(name)));
      assert.equal(locked, 'The file is password-protected.');
    }
    const whole = await readFile(archive('tree.7z'));
    const damaged = 'The archive is damaged and can’t be read.';
    assert.equal(await refusal('half.7z', whole.subarray(0, whole.length / 2)), damaged);
    const none = 'The file isn’t an archive, or this kind of archive isn’t supported.';
    assert.equal(await refusal('notes.txt', Buffer.from('Notes')), none);
    assert.equal(await refusal('numbers.csv.gz', await readFile(archive('numbers.csv.gz'))), none);
    await assert.rejects(extract('missing.zip'), { code: 'file.missing' });
    execFileSync('mkfifo', [inFolder('pipe.zip')]);
    await assert.rejects(extract('pipe.zip'), { code: 'file.not_a_file' });
  });

  it('opens a locked archive with its password only', async () => {
    for (const [name, password] of [
      ['locked.zip', 'geheim'],
      ['locked.7z', 'geheim'],
      ['locked.rar', '12345678'],
    ] as const) {
      await copyFile(archive(name), inFolder(name));
      const open = async (given: string): Promise<ExtractedFolder> =>
        extractBeside(local, inFolder(name), AbortSignal.any([]), given);
      await assert.rejects(open('wrong'), { code: 'conversion.password_needed' });
      assert.ok((await open(password)).files > 0, name);
    }
  });

  it('leaves nothing if it is canceled', async () => {
    await local.start();
    const abort = new AbortController();
    const extracted = extract('a.zip', await zipOf('b.txt'), abort.signal);
    abort.abort();
    await assert.rejects(extracted, { name: 'AbortError' });
    assert.deepEqual(await readdir(folder.path), ['a.zip']);
  });

  it('leaves nothing on a full disk', async function () {
    const mount = 'mount -t tmpfs -o size=400k tmpfs "$1" && cp "$2" "$1" && shift 2 && exec "$@"';
    // This user isn't allowed to mount disks.
    if (spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0) this.skip();
    const bytes = await pythonArchive(`
z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED)
for n in range(9): z.writestr(str(n), bytes(1 << 16))
z.close()`);
    await mkdir(inFolder('disk'));
    await writeFile(inFolder('a.zip'), bytes);
    const script = path.join(root, 'test/support/service/extractionProcess.ts');
    const program = [process.execPath, script, inFolder('disk', 'a.zip')];
    const given = ['-rm', 'sh', '-c', mount, 'sh', inFolder('disk'), inFolder('a.zip'), ...program];
    const { stdout } = spawnSync('unshare', given, { encoding: 'utf8' });
    const said = 'The disk is full. Free up space and try again.';
    assert.deepEqual(JSON.parse(stdout), { said, left: ['a.zip'] });
  });

  it('deletes what a process that has died left in the folder', async () => {
    const left = inFolder('.fun-0123456789abcdef');
    await mkdir(path.join(left, 'content'), { recursive: true });
    const { pid } = spawnSync('true');
    await writeFile(path.join(left, 'lease.json'), JSON.stringify({ pid, host: os.hostname() }));
    await extract('a.zip', await zipOf('a.txt'));
    assert.deepEqual((await readdir(folder.path)).toSorted(), ['a', 'a.zip']);
  });

  it('notices every change of the extracted folder', async () => {
    const changes: readonly ((made: string) => unknown)[] = [
      (made) => writeFile(path.join(made, 'b/c.txt'), 'evil, but longer'),
      (made) => writeFile(path.join(made, 'b/new.txt'), ''),
      (made) => mkdir(path.join(made, 'new')),
      (made) => rm(path.join(made, 'b/c.txt')),
      (made) => utimes(path.join(made, 'b/c.txt'), 1, 1),
      (made) => rename(path.join(made, 'b/c.txt'), path.join(made, 'b/d.txt')),
      (made) => rm(made, { recursive: true }),
    ];
    await writeFile(inFolder('a.zip'), await zipOf('b/c.txt'));
    for (const change of changes) {
      const extracted = await extract('a.zip');
      assert.ok(await isUnchanged(extracted));
      await change(extracted.path);
      assert.ok(!(await isUnchanged(extracted)));
    }
  });
});
