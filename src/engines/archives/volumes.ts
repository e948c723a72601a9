import { bufferOf } from '../../util/bytes.ts';
import type { Container } from './formats.ts';
import { endRecordAt } from './zipNames.ts';

const [rar4, rar5] = ['Rar!\x1a\x07\x00', 'Rar!\x1a\x07\x01\x00'].map((text) => Buffer.from(text, 'latin1'));
const spanned = Buffer.from('PK\x07\x08', 'latin1');
const isSplitFlag = 1;
/** The flags in a cabinet's header that announce a previous or a next cabinet. */
const cabinetFlags = 3;
/** The value of a ZIP field whose real value is in the ZIP64 record. */
const elsewhere = 0xffff;

/** Tests whether an archive is only one volume of several, for each format that can be split. */
const tellers: Readonly<Partial<Record<Container, (archive: Buffer) => boolean>>> = {
  zip: (archive) => {
    const end = endRecordAt(archive);
    if (end === undefined) return archive.subarray(0, spanned.length).equals(spanned);
    const disk = archive.readUInt16LE(end + 4);
    return disk !== 0 && disk !== elsewhere;
  },
  // The archive's own header follows the signature (technotes of RAR 4 and RAR 5, main archive header).
  rar: (archive) => {
    if (rar4 && archive.subarray(0, rar4.length).equals(rar4)) return hasFlag(archive, 10);
    if (!rar5 || !archive.subarray(0, rar5.length).equals(rar5)) return false;
    return hasFlag(archive, rar5ArchiveFlagsAt(archive));
  },
  cab: (archive) => archive.length > 31 && (archive.readUInt16LE(30) & cabinetFlags) !== 0,
  wim: (archive) => archive.length > 44 && archive.readUInt16LE(42) > 1,
};

/** True if the file is one of several volumes of an archive. */
export function isVolume(archive: Uint8Array, container: Container): boolean {
  return tellers[container]?.(bufferOf(archive)) ?? false;
}

function hasFlag(archive: Buffer, at: number): boolean {
  return ((archive[at] ?? 0) & isSplitFlag) !== 0;
}

/**
 * Returns the position of a RAR 5 archive's flags. They follow the checksum, size, type, header flags, and optional
 * extra size.
 */
function rar5ArchiveFlagsAt(archive: Buffer): number {
  const [sumBytes, hasExtra] = [4, 1];
  const typeAt = afterNumber(archive, 8 + sumBytes);
  const flagsAt = afterNumber(archive, typeAt);
  const behind = afterNumber(archive, flagsAt);
  return ((archive[flagsAt] ?? 0) & hasExtra) === 0 ? behind : afterNumber(archive, behind);
}

/**
 * Returns the position after a variable-length number: seven bits per byte, and the top bit is set in all bytes but the
 * last.
 */
function afterNumber(archive: Buffer, at: number): number {
  let end = at;
  while (end < at + 10 && ((archive[end] ?? 0) & 0x80) !== 0) end += 1;
  return end + 1;
}
