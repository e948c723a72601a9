import { readFile, stat } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { bufferOf } from '../../util/bytes.ts';
import { ConversionError, damaged, locked } from '../api/conversionError.ts';
import { decompress } from './codecs.ts';
import { entryPath, type ListedEntry, parseListing } from './entries.ts';
import {
  entriesBelow,
  exists,
  linkAsCopy,
  maskMode,
  maxContentBytes,
  maxEntries,
  maxNodes,
  type SevenZip,
  type SevenZipEnd,
  tooLarge,
} from './sevenZip.ts';
import type { Container, Layers } from './archives.ts';
import { hasSparseFiles, isVolume, isTar } from './headers.ts';
import { withReadableNames } from './zipNames.ts';

const source = '/source';
const skipList = '/skip';

/**
 * Archive types that are passed to 7-Zip by name. For rar and iso, 7-Zip has several types and detects the right one.
 */
const types = new Set<Container>(['zip', '7z', 'tar', 'cab', 'cpio', 'wim']);

/** An archive to unpack, and its destination folder in memory. */
interface ArchiveToUnpack {
  readonly archive: Uint8Array;
  readonly container: Container;
  readonly password: string | undefined;
  readonly folder: string;
  /**
   * True to keep every file of several with the same path, under other names, and to skip hard links whose file isn't
   * clear. Otherwise, the last file is kept, and such hard links are errors.
   */
  readonly keepsEach?: boolean;
}

/**
 * Reads the content of a file that may be an archive, without its outer compression.
 * @throws ConversionError
 */
export async function readContent(inputPath: string, { codec, container }: Layers): Promise<Uint8Array> {
  if ((await stat(inputPath)).size > maxContentBytes) throw tooLarge();
  const file = await readFile(inputPath);
  const content = codec === undefined ? file : await decompress(codec, file);
  if (container === 'tar' && !isTar(content)) throw damaged('archive');
  return content;
}

/**
 * Unpacks files and folders in memory. Hard links become copies. Symbolic links, devices, and the like are skipped.
 * Returns all entries, and those that were skipped.
 * @throws ConversionError
 */
export function unpack(
  sevenZip: SevenZip,
  { archive, container, password, folder, keepsEach = false }: ArchiveToUnpack,
): { readonly entries: readonly ListedEntry[]; readonly skipped: readonly ListedEntry[] } {
  if (container === 'tar' && hasSparseFiles(archive)) throw new ConversionError(fault('tar.holes'));
  const { disk } = sevenZip;
  sevenZip.allow({ bytes: archive.length + maxContentBytes, nodes: maxNodes });
  disk.writeFile(source, container === 'zip' ? withReadableNames(bufferOf(archive)) : archive, {
    canOwn: true,
  });
  const opening = [...(types.has(container) ? [`-t${container}`] : []), `-p${password ?? ''}`, '-bsp0'];
  const checked = (ending: SevenZipEnd): SevenZipEnd => {
    if (ending.code <= 1) return ending;
    if (/unsupported method/i.test(ending.errors)) throw new ConversionError(fault('archive.method'));
    if (isVolume(archive, container)) throw new ConversionError(fault('archive.volume'));
    // 7-Zip reports a wrong password only as text.
    const isLocked = /wrong password/i.test(ending.errors);
    throw isLocked ? locked(password !== undefined) : damaged('archive', ending.errors);
  };
  const { output } = checked(sevenZip.run(['l', '-ba', '-slt', ...opening, source]));
  const entries = parseListing(output);
  if (entries.length > maxEntries) throw tooLarge();
  // No program would recognize an archive without entries.
  if (entries.length === 0) throw new ConversionError(fault('archive.empty'));
  if (password === undefined && entries.some(({ encrypted }) => encrypted)) throw locked(false);
  const links = entries.filter(isLinkOrDevice);
  checkPaths(entries, links);
  disk.writeFile(skipList, links.map(({ path }) => `${path}\n`).join(''));
  // Without `-spd`, 7-Zip would treat the names in the list as patterns.
  const skipping = links.length === 0 ? [] : ['-spd', '-scsUTF-8', `-x@${skipList}`];
  disk.mkdir(folder);
  checked(
    sevenZip.run(['x', keepsEach ? '-aou' : '-y', '-bso0', ...opening, ...skipping, `-o${folder}`, source]),
  );
  disk.unlink(source);
  const special = new Set(links.flatMap(({ kind, path }) => (kind === 'special' ? entryPath(path) : [])));
  const byPath = Map.groupBy(entries, ({ path }) => entryPath(path));
  const isClear = (path: string): boolean => byPath.get(path)?.length === 1;
  const skipped: ListedEntry[] = [];
  for (const link of links) {
    const [from, to] = [entryPath(link.target), entryPath(link.path)];
    const isCopied = link.kind === 'hardLink' && !special.has(from);
    if (isCopied && (!keepsEach || (isClear(from) && isClear(to) && exists(disk, `${folder}/${from}`)))) {
      linkAsCopy(disk, `${folder}/${from}`, `${folder}/${to}`);
    } else {
      skipped.push(link);
    }
  }
  for (const { path, hasMode } of entries) {
    // 7-Zip makes entries without a Unix mode writable for everybody.
    if (!hasMode) maskMode(disk, `${folder}/${entryPath(path)}`);
  }
  // If two entries' names became the same path, one file would be lost.
  const paths = entries.flatMap(({ kind, path }) => (kind === 'file' ? entryPath(path) : []));
  const { files, others } = entriesBelow(disk, folder);
  const expected = keepsEach ? paths.length : new Set(paths).size;
  if (files.length + others.length < expected) throw damaged('archive');
  return { entries, skipped };
}

function isLinkOrDevice({ kind }: ListedEntry): boolean {
  return kind === 'special' || kind === 'hardLink';
}

/** Ensures that no entry leaves the destination folder, by its path or through a link. @throws ConversionError */
function checkPaths(entries: readonly ListedEntry[], skipped: readonly ListedEntry[]): void {
  const links = new Set(skipped.map(({ path }) => entryPath(path)));
  for (const entry of entries) {
    const path = entryPath(entry.path);
    if (links.size === 0 || isLinkOrDevice(entry)) continue;
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      if (links.has(path.slice(0, end))) throw new ConversionError(fault('archive.entryBehindLink'));
    }
    if (links.has(path)) throw new ConversionError(fault('archive.linkAndEntry'));
  }
}
