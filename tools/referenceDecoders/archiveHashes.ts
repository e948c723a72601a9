import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { lstat, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { inFolder } from '../../test/support/service/lentFiles.ts';
import { printed } from '../../test/support/service/program.ts';
import { decoder, type DecoderComparison, named, type ReferenceDecoder } from './referenceDecoder.ts';

/** Makes programs use UTF-8 for the names of entries, whatever the computer's locale is. */
const options = { env: { ...process.env, LC_ALL: 'C.UTF-8' } };

/** An entry of an archive as unpacked by another program. */
export interface UnpackedEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** The SHA-256 of a file, or the target of a link. */
  readonly content: string;
  readonly executable: boolean;
  /** Seconds since 1970. */
  readonly mtime: number;
}

type Unpacker = (file: string, format: string, folder: string, password: string) => Promise<unknown>;

const bsdtar: Unpacker = async (file, _format, folder, password) => {
  const opening = password === '' ? [] : ['--passphrase', password];
  return printed('bsdtar', ['-xp', '--no-same-owner', ...opening, '-f', file, '-C', folder], options);
};

const sevenZip: Unpacker = async (file, format, folder, password) => {
  // For 7-Zip, the inner layer of a compressed tar is a separate archive.
  if (!format.startsWith('tar.'))
    return printed('7zz', ['x', '-y', `-p${password}`, `-o${folder}`, file], options);
  const inner = `${folder}.tar`;
  await mkdir(inner);
  await printed('7zz', ['x', '-y', `-o${inner}`, file], options);
  const [name = ''] = await readdir(inner);
  return printed('7zz', ['x', '-y', '-ttar', `-o${folder}`, path.join(inner, name)], options);
};

const unzip: Unpacker = async (file, _format, folder, password) =>
  printed('unzip', ['-qq', '-P', password, file, '-d', folder], options);

const wimlib: Unpacker = async (file, _format, folder) =>
  printed('wimlib-imagex', ['apply', file, '1', folder], options);

/** Unpacks with bsdtar, or with wimlib for formats that bsdtar doesn't support, and describes the content by path. */
export async function entriesOf(archive: Buffer, format: string): Promise<UnpackedEntry[]> {
  return inFolder(async (folder) => {
    const file = path.join(folder, `archive.${format}`);
    await writeFile(file, archive);
    return unpacked(format === 'wim' ? wimlib : bsdtar, file, format);
  });
}

async function unpacked(
  unpack: Unpacker,
  file: string,
  format: string,
  password = '',
): Promise<UnpackedEntry[]> {
  return inFolder(async (folder) => {
    const tree = path.join(folder, 'tree');
    await mkdir(tree);
    await unpack(path.resolve(file), format, tree, password);
    return entriesIn(tree);
  });
}

/** Describes everything in a folder. */
export async function entriesIn(folder: string): Promise<UnpackedEntry[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(names.toSorted().map((name) => describeEntry(folder, name)));
}

const tars = ['tar', 'tar.gz', 'tar.bz2', 'tar.xz'] as const;

/** A program that unpacks these formats. If it complains about an archive, its view of the entries doesn't count. */
function unpacker(
  program: string,
  unpack: Unpacker,
  formats: readonly string[],
): ReferenceDecoder<readonly UnpackedEntry[]> {
  return decoder(program, async (file, format, password) =>
    formats.includes(format) ? unpacked(unpack, file, format, password) : undefined,
  );
}

export const archiveDecoders: readonly ReferenceDecoder<readonly UnpackedEntry[]>[] = [
  unpacker('bsdtar', bsdtar, ['zip', '7z', ...tars, 'tar.zst', 'rar', 'cab', 'iso', 'cpio']),
  unpacker('7-Zip', sevenZip, ['zip', '7z', ...tars, 'rar', 'cab', 'iso', 'cpio', 'wim']),
  unpacker('Info-ZIP', unzip, ['zip']),
  unpacker('wimlib', wimlib, ['wim']),
];

/** The content that all formats must preserve: files with their contents, and folders. Links aren't compared. */
export const compareArchives: DecoderComparison<readonly UnpackedEntry[]> = (ours, theirs) => {
  const [found, expected] = [ours, theirs].map(
    (entries) =>
      new Map(entries.filter(({ kind }) => kind !== 'link').map((each) => [each.path, each] as const)),
  );
  const differences = [...new Set([...(expected?.keys() ?? []), ...(found?.keys() ?? [])])].flatMap(
    (name) => {
      const [mine, other] = [found?.get(name), expected?.get(name)];
      if (!other) return [`${JSON.stringify(name)} shouldn’t exist`];
      if (!mine) return [`the ${other.kind} ${JSON.stringify(name)} is missing`];
      if (mine.kind !== other.kind)
        return [`${JSON.stringify(name)} is a ${mine.kind} instead of a ${other.kind}`];
      return mine.content === other.content ? [] : [`${JSON.stringify(name)} has different content`];
    },
  );
  return named(differences);
};

/**
 * Reads our output with a program other than the one that wrote it.
 * @throws Error if that fails
 */
export async function archiveOf(file: string, format: string): Promise<readonly UnpackedEntry[]> {
  return entriesOf(await readFile(file), format);
}

/** The number of entries that bsdtar lists. */
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

/**
 * Removes a layer of compression with the program of that name.
 * @throws Error if the program refuses the file
 */
export async function decompressed(content: Buffer, codec: string): Promise<Buffer> {
  const child = spawn(decompressors[codec] ?? codec, ['-dc'], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end(content);
  const [output, [code]] = await Promise.all([buffer(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`${codec} exited with code ${code}`);
  return output;
}
