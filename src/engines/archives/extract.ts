import type { FileSystem } from '7z-wasm';
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fault } from '../../contract/fault.ts';
import { foldedName, safeFolderName, splitName } from '../../contract/safeFileName.ts';
import { systemCode } from '../../util/files.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineTask, NamedEntries, EngineResult } from '../api/task.ts';
import { entryNames, entryPath, withoutRepositories } from './entries.ts';
import { archiveOptions, layersOf } from './archives.ts';
import { entriesBelow, openSevenZip } from './sevenZip.ts';
import { readContent, unpack } from './unpack.ts';

const tree = '/tree';
/** More names than a message shows. */
const maxNames = 10;
const maxNameLength = 300;
const diskFullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const permissions = 0o777;
/** Without these, the user couldn't read or change a file. */
const ownPermissions = 0o600;

/**
 * Extracts an archive's files and folders into an empty folder, `outputPath`. They are unpacked in memory first and
 * written under names that are valid on every system, so the archive can't decide where a file goes. A single top folder
 * with the archive's name is left out.
 * @throws ConversionError
 */
export async function extractArchive({
  from,
  options,
  fileName,
  inputPath,
  outputPath,
}: EngineTask): Promise<EngineResult> {
  const layers = layersOf(from);
  const archive = await readContent(inputPath, layers);
  const sevenZip = await openSevenZip();
  const { password } = archiveOptions.parse(options);
  const packed = { archive, container: layers.container, password, folder: tree, keepsEach: true };
  const { entries, skipped } = unpack(sevenZip, packed);
  const top = topFolder(sevenZip.disk, splitName(fileName).stem);
  const written = withPermissionsOf(outputPath, () => writeTree(sevenZip.disk, `${tree}${top}`, outputPath));
  const paths = new Set(entries.map((entry) => `/${entryPath(entry.path).normalize('NFC')}`));
  const skippedPaths = skipped.map(({ path: entry }) => entryPath(entry));
  return {
    extracted: {
      files: written.files.length,
      skipped: named([...new Set([...skippedPaths, ...written.skipped])]),
      renamed: named(written.files.filter((name) => !paths.has(`${top}/${name}`))),
    },
  };
}

/** The path of the only entry below the tree if it is a folder with this name, on any system; else an empty string. */
function topFolder(disk: FileSystem, name: string): string {
  const [top, ...others] = disk.readdir(tree).filter((each) => each !== '.' && each !== '..');
  if (top === undefined || others.length > 0 || foldedName(top) !== foldedName(name)) return '';
  return disk.isDir(disk.lstat(`${tree}/${top}`).mode) ? `/${top}` : '';
}

interface WrittenTree {
  /** Paths of the files that were written, below the folder. */
  readonly files: readonly string[];
  /** Paths in memory of links and the like. */
  readonly skipped: readonly string[];
}

/**
 * Gives new files and folders no more permissions than this folder has. The service's own files are private, but these
 * are the user's.
 */
function withPermissionsOf<T>(folder: string, work: () => T): T {
  const before = process.umask(permissions & ~statSync(folder).mode);
  try {
    return work();
  } finally {
    process.umask(before);
  }
}

/** Writes a folder of the disk in memory to an empty one on the real disk. @throws ConversionError */
function writeTree(disk: FileSystem, from: string, to: string): WrittenTree {
  const { files, folders, others } = entriesBelow(disk, from);
  const ends = folders.map((folder) => `${safePath(folder.path)}/`);
  // Empty folders have names that files can't have, too.
  const safe = withoutRepositories([...files.map((file) => safePath(file.path)), ...ends]);
  const names = entryNames(safe).slice(0, files.length);
  for (const end of ends) write(end, () => mkdirSync(path.join(to, end), { recursive: true }));
  for (const [index, file] of files.entries()) {
    const name = names[index] ?? '';
    const target = path.join(to, name);
    // Running with the rights of the file's owner (setuid) isn't among the permissions.
    const mode = (file.mode & permissions) | ownPermissions;
    write(name, () => writeFileSync(target, disk.readFile(`${from}/${file.path}`), { flag: 'wx', mode }));
    giveTime(target, file.modifiedAt);
  }
  // Starts with the innermost folder, because writing into a folder changes its modification time.
  for (const { path: folder, modifiedAt } of folders.toReversed()) {
    giveTime(path.join(to, safePath(folder)), modifiedAt);
  }
  return { files: names, skipped: others.map((other) => other.path) };
}

function safePath(entry: string): string {
  return entry
    .split('/')
    .map((name) => safeFolderName(name) ?? '_')
    .join('/');
}

/** @throws ConversionError that names the entry, or the full disk */
function write(name: string, work: () => unknown): void {
  try {
    work();
  } catch (cause) {
    const isFull = diskFullCodes.has(systemCode(cause));
    const reason = isFull ? fault('archive.noSpace') : fault('archive.entryUnwritable', name);
    throw new ConversionError(reason, { cause });
  }
}

/** Sets the time of a file or folder if the file system supports it. */
function giveTime(target: string, time: Date): void {
  try {
    utimesSync(target, time, time);
  } catch {
    // The content matters more than its time.
  }
}

function named(paths: readonly string[]): NamedEntries {
  return { count: paths.length, names: paths.slice(0, maxNames).map((each) => each.slice(0, maxNameLength)) };
}
