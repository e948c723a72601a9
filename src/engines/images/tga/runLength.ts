import { damaged } from '../../api/faults.ts';

const maxPacketPixels = 128;
const runFlag = 0x80;

/**
 * Decompresses packets, which are runs or literal pixels.
 * @throws ConversionError if there are fewer
 */
export function unpackPackets(packed: Buffer, pixels: number, pixelBytes: number): Buffer {
  // The allocation is limited to what the file can fill.
  if (packed.length < Math.ceil(pixels / maxPacketPixels) * (1 + pixelBytes)) throw damaged('image');
  const plain = Buffer.alloc(pixels * pixelBytes);
  let to = 0;
  for (let at = 0; to < plain.length;) {
    const lead = packed.readUInt8(at);
    const isRun = lead >= runFlag;
    const bytes = ((lead % runFlag) + 1) * pixelBytes;
    const taken = isRun ? pixelBytes : Math.min(bytes, plain.length - to);
    const pixel = packed.subarray(at + 1, at + 1 + taken);
    if (pixel.length < taken) throw damaged('image');
    plain.fill(pixel, to, Math.min(to + bytes, plain.length));
    to += bytes;
    at += 1 + taken;
  }
  return plain;
}
