import { type Fault, fault } from '../../../contract/faults/fault.ts';
import { chunksOf } from '../../lib/pngChunks.ts';
import { unusualColors } from './coding.ts';

/**
 * A kind of PNG that libvips can't read, or whose colors it mistakes for sRGB (PNG, third edition, 11.3.2.6);
 * `undefined` for all others.
 * @throws RangeError if the file ends too soon
 */
export function unreadPngKind(png: Buffer): Fault | undefined {
  let colors: ReturnType<typeof unusualColors>;
  for (const { name, data } of chunksOf(png)) {
    // Xcode compresses iPhone pictures in its own way, and marks them like this.
    if (name === 'CgBI') return fault('png.iphone');
    if (name === 'iCCP') return undefined;
    if (name === 'cICP') {
      colors = unusualColors({ primaries: data.readUInt8(0), transfer: data.readUInt8(1) });
    }
    if (name === 'IDAT') break;
  }
  return colors === undefined ? undefined : fault(`png.${colors}`);
}
