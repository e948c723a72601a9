import { type Fault, fault } from '../../../contract/faults/fault.ts';
import { chunksOf } from '../../lib/pngChunks.ts';
import { unusualColors } from './coding.ts';

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
