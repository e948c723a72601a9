import { type Fault, fault } from '../../../contract/faults/fault.ts';

/** Magic number of SGI images (Haeberli, The SGI Image File Format, 1.0). */
export const sgiMagic = 474;
const [sampleBytesAt, dimensionsAt, channelsAt, mapAt] = [3, 4, 10, 104];
/** Minimum number of channels of a color image. */
const colorChannels = 3;
const maxChannels = 4;

/**
 * Returns the reason why ImageMagick can't read an SGI image correctly, or `undefined` if it can.
 * @throws RangeError if the file ends too soon
 */
export function unsupportedSgiReason(file: Buffer): Fault | undefined {
  if (file.readUInt32BE(mapAt) !== 0) return fault('sgi.palette');
  const channels = file.readUInt16BE(dimensionsAt) > 2 ? file.readUInt16BE(channelsAt) : 1;
  if (channels > maxChannels) return fault('sgi.channels', channels);
  const isDeep = file.readUInt8(sampleBytesAt) > 1;
  return isDeep && channels < colorChannels ? fault('sgi.deepGray') : undefined;
}
