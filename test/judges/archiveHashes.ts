import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { inFolder } from './lentFiles.ts';

const exec = promisify(execFile);

/** An entry of an archive as another program than ours unpacks it. */
export interface UnpackedEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** The SHA-256 of a file, the target of a link. */
  readonly content: string;
  readonly executable: boolean;
  /** Seconds since 1970. */
  readonly mtime: number;
}

/** Unpacks with bsdtar, or wimlib for what that doesn't read, and describes what it finds, by path. */
export async function entriesOf(archive: Buffer, format: string): Promise<UnpackedEntry[]> {
  return inFolder(async (folder) => {
    const file = path.join(folder, `archive.${format}`);
    const tree = path.join(folder, 'tree');
    await writeFile(file, archive);
    await mkdir(tree);
    if (format === 'wim') await exec('wimlib-imagex', ['apply', file, '1', tree]);
    else await exec('bsdtar', ['-xp', '--no-same-owner', '-f', file, '-C', tree]);
    const names = await readdir(tree, { recursive: true });
    return Promise.all(names.toSorted().map((name) => describeEntry(tree, name)));
  });
}

/** How many entries bsdtar lists. */
export async function countEntries(archive: Buffer): Promise<number> {
  const child = spawn('bsdtar', ['-tf', '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(archive);
  return (await text(child.stdout)).split('\n').length - 1;
}

async function describeEntry(tree: string, name: string): Promise<UnpackedEntry> {
  const file = path.join(tree, name);
  const facts = await lstat(file);
  const shared = { path: name, mtime: Math.floor(facts.mtimeMs / 1000) };
  if (facts.isSymbolicLink()) {
    return { ...shared, kind: 'link', content: await readlink(file), executable: false };
  }
  if (facts.isDirectory()) return { ...shared, kind: 'folder', content: '', executable: true };
  const content = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  return { ...shared, kind: 'file', content, executable: (facts.mode & 0o111) !== 0 };
}

const decompressors: Readonly<Record<string, string>> = { gz: 'gzip', bz2: 'bzip2', xz: 'xz', zst: 'zstd' };

/** Takes a layer of compression off with the program that is named like it. */
export async function decompressed(content: Buffer, codec: string): Promise<Buffer> {
  const child = spawn(decompressors[codec] ?? codec, ['-dc'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(content);
  return buffer(child.stdout);
}
