import { bytesOf } from '../../lib/byteSource.ts';
import { type Box, boxesIn } from '../../lib/media/isoMediaBoxes.ts';

const sequenceBrands: ReadonlySet<string> = new Set(['avis', 'hevc', 'msf1']);
/** Numbers of ITU-T H.273, 8.2. */
const hdrTransfers = new Set([16, 18]);
const versionBytes = 4;
/** Bits of the third byte of what an AV1 decoder is set up with (AV1 ISOBMFF, 2.3.3). */
const isDeep = 0x40;
const isMonochrome = 0x10;
const isFullRange = 0x80;

/** Colors as numbers tell them (ISO/IEC 14496-12, 12.1.5). */
interface Coding {
  readonly primaries: number;
  readonly transfer: number;
  readonly isFull: boolean;
}

/** What an AVIF or HEIC holds, as far as its beginning says it (ISO/IEC 23008-12). */
export interface Heif {
  /** What people call the format. */
  readonly name: 'AVIF' | 'HEIC';
  readonly isSequence: boolean;
  readonly isPremultiplied: boolean;
  readonly hasProfile: boolean;
  readonly codings: readonly Coding[];
  /** Whether all that is AV1 is gray of more than 8 bits. */
  readonly isDeepGray: boolean;
}

/** `undefined` for what is none. */
export function readHeif(file: Buffer): Heif | undefined {
  if (file.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const inside = ({ start, end }: Box, skipped = 0): Box[] => [
    ...boxesIn(bytesOf(file), start + skipped, Math.min(end, file.length)),
  ];
  const within = (boxes: readonly Box[], type: string, skipped = 0): Box[] =>
    boxes.filter((box) => box.type === type).flatMap((box) => inside(box, skipped));
  const top = [...boxesIn(bytesOf(file), 0, file.length)];
  const meta = within(top, 'meta', versionBytes);
  const properties = within(within(meta, 'iprp'), 'ipco').map(({ type, start, end }) => ({
    type,
    content: file.subarray(start, end),
  }));
  const contents = (wanted: string): Buffer[] =>
    properties.filter(({ type }) => type === wanted).map(({ content }) => content);
  const colors = contents('colr');
  const settings = contents('av1C');
  return {
    name: settings.length > 0 || file.toString('latin1', 8, 11) === 'avi' ? 'AVIF' : 'HEIC',
    isSequence: isSequence(file, top),
    isPremultiplied: within(meta, 'iref', versionBytes).some(({ type }) => type === 'prem'),
    hasProfile: colors.some((colr) => /^(?:prof|rICC)/.test(colr.toString('latin1', 0, 4))),
    codings: colors.filter((colr) => colr.toString('latin1', 0, 4) === 'nclx').map(codingOf),
    isDeepGray: settings.length > 0 && settings.every((each) => has(each, isDeep) && has(each, isMonochrome)),
  };
}

/**
 * What it is, as the beginning of "… can’t be read here", where libheif, or what stands between it and us, reads it
 * wrongly; `undefined` for all others.
 */
export function unreadHeifKind(heif: Heif): string | undefined {
  const { name } = heif;
  const article = name === 'AVIF' ? 'An' : 'A';
  if (heif.isSequence) return `An animated ${name}`;
  if (heif.isPremultiplied) return `${article} ${name} whose colors are multiplied by its transparency`;
  if (!heif.hasProfile && heif.codings.some(({ transfer }) => hdrTransfers.has(transfer))) {
    return `${article} ${name} in high dynamic range`;
  }
  if (heif.isDeepGray && heif.codings.some(({ isFull }) => !isFull)) {
    return `A gray ${name} of more than 8 bits in the range of video`;
  }
  return undefined;
}

/** A still picture may have a brand of sequences among the others, and an animation one of still pictures. */
function isSequence(file: Buffer, top: readonly Box[]): boolean {
  const end = Math.min(file.readUInt32BE(0), file.length);
  const brands: readonly string[] = file.toString('latin1', 8, end).match(/.{4}/gs) ?? [];
  if (brands[0] !== undefined && sequenceBrands.has(brands[0])) return true;
  return brands.includes('avis') && top.some(({ type }) => type === 'moov');
}

function codingOf(colr: Buffer): Coding {
  return {
    primaries: colr.readUInt16BE(4),
    transfer: colr.readUInt16BE(6),
    isFull: (colr.readUInt8(10) & isFullRange) !== 0,
  };
}

function has(settings: Buffer, bit: number): boolean {
  return (settings.readUInt8(2) & bit) !== 0;
}
