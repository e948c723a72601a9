import { open } from 'node:fs/promises';
import type { Fault } from '../../../contract/faults/fault.ts';
import { bufferOf } from '../../../util/bytes.ts';
import { throwFault } from '../../api/conversionError.ts';
import { pngSignature } from '../../lib/pngChunks.ts';
import { own } from '../../../util/own.ts';
import { unsupportedBmpReason } from './bmp.ts';
import { readHeif, unsupportedHeifReason } from './heif.ts';
import { unsupportedJpegReason } from './jpeg.ts';
import { miffStart, unsupportedMiffReason } from './miff.ts';
import { firstPage, unsupportedPcxReason } from './pcx.ts';
import { unsupportedPhotoshopReason } from './photoshop.ts';
import { unsupportedPngReason } from './png.ts';
import { unsupportedPnmReason } from './pnm.ts';
import { sgiMagic, unsupportedSgiReason } from './sgi.ts';
import { unsupportedTgaReason } from './tga.ts';
import { unsupportedXpmReason } from './xpm.ts';

/** Color profiles and previews can precede the fields to check, so read this much of a file. */
const headBytes = 1 << 20;
const startOfJpeg = 0xffd8;

/** Formats that can't be recognized by their first bytes. */
const kindsOf: Readonly<Record<string, (file: Buffer) => Fault | undefined>> = {
  bmp: unsupportedBmpReason,
  tga: unsupportedTgaReason,
  pcx: unsupportedPcxReason,
  dcx: (file) => unsupportedPcxReason(firstPage(file)),
  pam: unsupportedPnmReason,
  pbm: unsupportedPnmReason,
  pgm: unsupportedPnmReason,
  pnm: unsupportedPnmReason,
  ppm: unsupportedPnmReason,
  xpm: unsupportedXpmReason,
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
    const unreadKindOf = own(kindsOf, format);
    if (unreadKindOf !== undefined) return unreadKindOf(head);
    if (head.toString('latin1', 0, 4) === '8BPS') return unsupportedPhotoshopReason(head);
    if (head.toString('latin1', 0, miffStart.length) === miffStart) return unsupportedMiffReason(head);
    if (head.readUInt16BE(0) === sgiMagic) return unsupportedSgiReason(head);
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
