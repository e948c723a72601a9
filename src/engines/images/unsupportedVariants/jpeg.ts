import { type Fault, fault } from '../../../contract/faults/fault.ts';
import { segmentsOf } from '../jpegSegments.ts';

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
