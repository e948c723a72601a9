import { open } from 'node:fs/promises';
import { type Fault, fault } from '../../contract/fault.ts';
import { bufferOf } from '../../util/bytes.ts';
import { ownValue } from '../../util/ownValue.ts';
import { throwFault } from '../api/conversionError.ts';
import { pngSignature, chunksOf } from '../lib/pngChunks.ts';
import { segmentsOf } from './jpegSegments.ts';
import { unsupportedBmpReason, unsupportedPnmReason, unsupportedTgaReason } from './bitmapVariants.ts';
import { readHeif, unsupportedHeifReason, unusualColors } from './heifVariants.ts';
import { unsupportedPhotoshopReason } from './photoshopVariants.ts';

/** Color profiles and previews can precede the fields to check, so read this much of a file. */
const headBytes = 1 << 20;
const startOfJpeg = 0xffd8;

/** Formats that can't be recognized by their first bytes. */
const kindsOf: Readonly<Record<string, (file: Buffer) => Fault | undefined>> = {
  bmp: unsupportedBmpReason,
  tga: unsupportedTgaReason,
  pbm: unsupportedPnmReason,
  pgm: unsupportedPnmReason,
  pnm: unsupportedPnmReason,
  ppm: unsupportedPnmReason,
};

/**
 * Rejects valid images of a variant that can't be read correctly. Detects the format from the content unless `format`
 * determines it.
 * @returns the beginning of the file
 * @throws ConversionError `conversion.unsupported_kind`
 */
export async function refuseUnsupported(input: string | Uint8Array, format = ''): Promise<Buffer> {
  const head = typeof input === 'string' ? await headOf(input) : bufferOf(input);
  throwFault(unsupportedVariant(head, format));
  return head;
}

/** Accepts truncated files, because decoders report those. */
function unsupportedVariant(head: Buffer, format: string): Fault | undefined {
  try {
    const unreadKindOf = ownValue(kindsOf, format);
    if (unreadKindOf !== undefined) return unreadKindOf(head);
    if (head.toString('latin1', 0, 4) === '8BPS') return unsupportedPhotoshopReason(head);
    if (head.readUInt16BE(0) === startOfJpeg) return unsupportedJpegReason(head);
    if (head.subarray(0, pngSignature.length).equals(pngSignature)) return unsupportedPngReason(head);
    const heif = readHeif(head);
    return heif && unsupportedHeifReason(heif);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(headBytes) });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Markers that begin a frame (ISO/IEC 10918-1, table B.1). */
const lossless = new Set([0xc3, 0xcb]);
const hierarchical = new Set([0xc5, 0xc6, 0xc7, 0xcd, 0xce, 0xcf]);
const ordinary = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
/** Marker of JPEG-LS (ISO/IEC 14495-1), which begins like a JPEG but is coded differently. */
const jpegLs = 0xf7;
const usualBits = 8;

/**
 * Returns the reason why libvips can't read a JPEG correctly, or `undefined` if it can.
 * @throws RangeError if the file ends too soon
 */
export function unsupportedJpegReason(jpeg: Buffer): Fault | undefined {
  for (const { marker, bytes } of segmentsOf(jpeg).segments) {
    if (lossless.has(marker)) return fault('jpeg.lossless');
    if (hierarchical.has(marker)) return fault('jpeg.hierarchical');
    if (marker === jpegLs) return fault('jpeg.ls');
    if (!ordinary.has(marker)) continue;
    const bits = bytes.readUInt8(4);
    if (bits !== usualBits) return fault('jpeg.bits', bits);
    return bytes.readUInt16BE(5) === 0 ? fault('jpeg.noHeight') : undefined;
  }
  return undefined;
}

/**
 * Returns the reason why libvips can't read a PNG, or would mistake its colors for sRGB (PNG, third edition, 11.3.2.6).
 * Returns `undefined` if it reads the PNG correctly.
 * @throws RangeError if the file ends too soon
 */
export function unsupportedPngReason(png: Buffer): Fault | undefined {
  let colors: ReturnType<typeof unusualColors>;
  for (const { name, data } of chunksOf(png)) {
    // Xcode adds this chunk to PNGs for iPhones, which it compresses in a nonstandard way.
    if (name === 'CgBI') return fault('png.iphone');
    if (name === 'iCCP') return undefined;
    if (name === 'cICP') {
      colors = unusualColors({ primaries: data.readUInt8(0), transfer: data.readUInt8(1) });
    }
    if (name === 'IDAT') break;
  }
  return colors === undefined ? undefined : fault(`png.${colors}`);
}
