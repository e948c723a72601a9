import { type Fault, fault } from '../../contract/fault.ts';
import { boxContent, boxesOf, childrenOfType, type Box } from '../lib/isoBoxes.ts';

const sequenceBrands: ReadonlySet<string> = new Set(['avis', 'hevc', 'msf1']);
const versionBytes = 4;
/** Flags in the third byte of an AV1 decoder configuration (AV1 ISOBMFF, 2.3.3). */
const isDeep = 0x40;
const isMonochrome = 0x10;
const isFullRange = 0x80;

/** Numeric color information, as HEIF files store it (ISO/IEC 14496-12, 12.1.5). */
interface FullCoding extends Coding {
  readonly isFull: boolean;
}

/** The properties of an AVIF or HEIC file, as found at its start (ISO/IEC 23008-12). */
interface Heif {
  readonly name: 'AVIF' | 'HEIC';
  readonly isSequence: boolean;
  readonly isPremultiplied: boolean;
  /** True if the file has a color profile, which overrides `coding`. */
  readonly hasProfile: boolean;
  readonly coding: FullCoding | undefined;
  /** True if all AV1 images in the file are grayscale with more than 8 bits. */
  readonly isDeepGray: boolean;
}

/** Returns `undefined` if the file is neither an AVIF nor a HEIC. */
export function readHeif(file: Buffer): Heif | undefined {
  if (file.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const top = boxesOf(file);
  const meta = childrenOfType(file, top, 'meta', versionBytes);
  const propertyBoxes = childrenOfType(file, meta, 'iprp');
  const properties = childrenOfType(file, propertyBoxes, 'ipco').map(({ type, start, end }) => ({
    type,
    content: file.subarray(start, end),
  }));
  const contentsOf = (wanted: string, among = properties): Buffer[] =>
    among.filter(({ type }) => type === wanted).map(({ content }) => content);
  const settings = contentsOf('av1C');
  const shown = shownProperties(boxContent(file, meta, 'pitm'), boxContent(file, propertyBoxes, 'ipma'));
  const colors = contentsOf(
    'colr',
    shown.flatMap((number) => properties[number - 1] ?? []),
  );
  const nclx = colors.find((colr) => colr.toString('latin1', 0, 4) === 'nclx');
  return {
    name: settings.length > 0 || file.toString('latin1', 8, 11) === 'avi' ? 'AVIF' : 'HEIC',
    isSequence: isSequence(file, top),
    isPremultiplied: childrenOfType(file, meta, 'iref', versionBytes).some(({ type }) => type === 'prem'),
    hasProfile: colors.some((colr) => /^(?:prof|rICC)/.test(colr.toString('latin1', 0, 4))),
    coding: nclx && codingOf(nclx),
    isDeepGray: settings.length > 0 && settings.every((each) => has(each, isDeep) && has(each, isMonochrome)),
  };
}

/** True for an animated AVIF. False for truncated files, because decoders report those. */
export function isAvifSequence(file: Buffer): boolean {
  try {
    const heif = readHeif(file);
    return heif !== undefined && heif.isSequence && heif.name === 'AVIF';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns the reason why libheif or libvips misreads a file, or `undefined` if the file is read correctly. */
export function unsupportedHeifReason(heif: Heif): Fault | undefined {
  const { name } = heif;
  const format = name === 'AVIF' ? 'avif' : 'heic';
  if (heif.isSequence) return fault('heif.animated', name);
  if (heif.isPremultiplied) return fault(`${format}.premultiplied`);
  const colors = heif.coding && !heif.hasProfile ? unusualColors(heif.coding) : undefined;
  if (colors !== undefined) return fault(`${format}.${colors}`);
  if (heif.isDeepGray && heif.coding?.isFull === false) return fault('heif.deepGray', name);
  return undefined;
}

/**
 * True if the file is an animation. Its brands alone don't show that: a still picture may list the brand of sequences,
 * and an animation the brand of still pictures.
 */
function isSequence(file: Buffer, top: readonly Box[]): boolean {
  const end = Math.min(file.readUInt32BE(0), file.length);
  const brands: readonly string[] = file.toString('latin1', 8, end).match(/.{4}/gs) ?? [];
  if (brands[0] !== undefined && sequenceBrands.has(brands[0])) return true;
  return brands.includes('avis') && top.some(({ type }) => type === 'moov');
}

/** Returns the numbers of the primary picture's properties (ISO/IEC 23008-12, 9.3.1). */
function shownProperties(primary: Buffer | undefined, associations: Buffer | undefined): number[] {
  if (primary === undefined || associations === undefined) return [];
  const shown = primary[0] === 0 ? primary.readUInt16BE(versionBytes) : primary.readUInt32BE(versionBytes);
  const isLong = associations[0] !== 0;
  const bytes = ((associations[3] ?? 0) & 1) === 1 ? 2 : 1;
  let at = versionBytes + 4;
  for (let count = associations.readUInt32BE(versionBytes); count > 0; count -= 1) {
    const item = isLong ? associations.readUInt32BE(at) : associations.readUInt16BE(at);
    at += isLong ? 5 : 3;
    const numbers = associations.readUInt8(at - 1);
    if (item === shown) {
      // The highest bit marks essential properties and isn't part of the number.
      return Array.from({ length: numbers }, (_, index) =>
        bytes === 2
          ? associations.readUInt16BE(at + index * 2) & 0x7fff
          : associations.readUInt8(at + index) & 0x7f,
      );
    }
    at += numbers * bytes;
  }
  return [];
}

function codingOf(colr: Buffer): FullCoding {
  return {
    primaries: colr.readUInt16BE(4),
    transfer: colr.readUInt16BE(6),
    isFull: (colr.readUInt8(10) & isFullRange) !== 0,
  };
}

function has(settings: Buffer, bit: number): boolean {
  return (settings.readUInt8(2) & bit) !== 0;
}

/** Transfer characteristics of high dynamic range, as numbered in ITU-T H.273, 8.2. */
const hdrTransfers = new Set([16, 18]);
/**
 * Color primaries and transfer characteristics of sRGB, and those that programs show like sRGB (ITU-T H.273, 8.1 and
 * 8.2).
 */
const usualPrimaries = new Set([0, 1, 2, 5, 6, 7, 22]);
const usualTransfers = new Set([0, 1, 2, 4, 6, 7, 13, 14, 15]);

/** Numeric color information (ITU-T H.273). */
interface Coding {
  readonly primaries: number;
  readonly transfer: number;
}

/**
 * Says why colors can't be converted to sRGB without a color profile: high dynamic range or wide gamut. Returns
 * `undefined` for usual colors.
 */
export function unusualColors({ primaries, transfer }: Coding): 'hdr' | 'wide' | undefined {
  if (hdrTransfers.has(transfer)) return 'hdr';
  if (usualPrimaries.has(primaries) && usualTransfers.has(transfer)) return undefined;
  return 'wide';
}
