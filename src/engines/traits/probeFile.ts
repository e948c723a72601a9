import { realpathSync, statSync } from 'node:fs';
import { formatById } from '../../contract/formats/table.ts';
import type { Traits } from '../../contract/losses.ts';
import { ownValue } from '../../util/ownValue.ts';
import type { EngineTask, EngineResult } from '../api/task.ts';
import { openBytes, type ByteSource, readExactly } from '../lib/byteSource.ts';
import { tablesIn, withSqlite } from '../lib/sqliteFile.ts';
import { packages, packageTraits } from './packages.ts';
import { marksOfTexts, textTraits } from './texts.ts';

/**
 * Detects what a conversion of the file could lose. Reads only a small part of the file. The traits of a damaged file
 * are unknown.
 */
export async function probeFile({ from, inputPath }: EngineTask): Promise<EngineResult> {
  const file = openBytes(inputPath);
  const traits = (): Traits | Promise<Traits> => {
    const content = ownValue(packages, from);
    if (content !== undefined) return packageTraits(file, content);
    const marks = ownValue(marksOfTexts, from);
    return marks === undefined ? headerTraits(file, from, inputPath) : textTraits(file, marks);
  };
  try {
    return { traits: await traits() };
  } catch {
    return { traits: {} };
  } finally {
    file.dispose();
  }
}

type Reader = (file: ByteSource, path: string) => Traits | Promise<Traits>;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['bmp', bitmap],
  ['cur', icon],
  ['ico', icon],
  ['pdf', () => ({ layout: true })],
  ['psb', photoshop],
  ['psd', photoshop],
  ['rtf', () => ({ layout: true })],
  ['sqlite', database],
]);

/**
 * Returns the traits that the format implies, or that can be seen in the first bytes of a file.
 * @throws RangeError if it is truncated
 */
function headerTraits(file: ByteSource, format: string, path: string): ReturnType<Reader> {
  if (formatById(format)?.kind === 'video') return { animation: true, video: true };
  return readers.get(format)?.(file, path) ?? {};
}

const logHeaderBytes = 32;
const logMode = 2;

/**
 * The log of a database in this mode, and the journal of an unfinished transaction, are beside the file that links lead
 * to. A finished transaction may leave a journal that is empty or begins with a zero (sqlite.org, "Database File Format").
 */
async function database(file: ByteSource, path: string): Promise<Traits> {
  const real = realpathSync(path);
  const usesLog = readExactly(file, 19, 1).readUInt8(0) === logMode;
  const hasLog = usesLog && beside(`${real}-wal`, ({ size }) => size > logHeaderBytes);
  const { readable, unreadable } = await withSqlite(real, tablesIn);
  return {
    otherTables: readable.length > 1,
    unreadableTables: unreadable.length > 0,
    writeAheadLog: hasLog || beside(`${real}-journal`, (journal) => (journal.read(0, 1)[0] ?? 0) !== 0),
  };
}

function beside(path: string, hasChanges: (file: ByteSource) => boolean): boolean {
  // Opening a named pipe may never end.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const file = openBytes(path);
  try {
    return hasChanges(file);
  } finally {
    file.dispose();
  }
}

/** Only the longest headers can refer to a color profile, and only pixels with 16 or 32 bits can have alpha. */
function bitmap(file: ByteSource): Traits {
  const header = readExactly(file, 0, 54);
  const [headerBytes, bits] = [header.readUInt32LE(14), header.readUInt16LE(28)];
  if (headerBytes < 40) return {};
  return {
    ...(headerBytes < 108 ? { wideGamut: false } : {}),
    ...(bits <= 8 ? { colors: false } : {}),
    ...(bits <= 8 || bits === 24 ? { transparency: false, partialTransparency: false } : {}),
  };
}

function icon(file: ByteSource): Traits {
  return { iconSizes: readExactly(file, 0, 6).readUInt16LE(4) > 1 };
}

/** Skips two sections after the header to find the number of layers (Adobe Photoshop File Formats). */
function photoshop(file: ByteSource): Traits {
  const header = readExactly(file, 0, 30);
  const isLarge = header.readUInt16BE(4) === 2;
  const [channels, bits, mode] = [header.readUInt16BE(12), header.readUInt16BE(22), header.readUInt16BE(24)];
  const resourcesAt = 30 + header.readUInt32BE(26);
  const layersAt = resourcesAt + 4 + readExactly(file, resourcesAt, 4).readUInt32BE(0);
  const lengthBytes = isLarge ? 8 : 4;
  const lengths = readExactly(file, layersAt, lengthBytes * 2);
  const layers = lengths.readUInt32BE(lengthBytes - 4);
  const info = lengths.readUInt32BE(lengthBytes * 2 - 4);
  // If the number of layers is negative, the first alpha channel is the transparency of the merged picture.
  const count =
    layers === 0 || info === 0 ? 0 : readExactly(file, layersAt + lengthBytes * 2, 2).readInt16BE(0);
  const colors = { 1: 1, 3: 3, 4: 4 }[mode];
  return {
    depth: bits > 8,
    layers: Math.abs(count) > 1,
    ...(channels === colors ? { transparency: false, partialTransparency: false } : {}),
  };
}
