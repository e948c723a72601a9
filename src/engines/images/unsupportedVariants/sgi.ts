import { type Fault, fault } from '../../../contract/faults/fault.ts';

/** The magic number of SGI images (Haeberli, The SGI Image File Format, 1.0). */
export const sgiMagic = 474;
const [sampleBytesAt, dimensionsAt, channelsAt, mapAt] = [3, 4, 10, 104];
/** From this number of channels on, there are colors. */
const colorChannels = 3;
const maxChannels = 4;

/**
 * A kind of SGI image that ImageMagick can't read correctly; `undefined` for all others.
 * @throws RangeError if the file ends too soon
 */
export function unreadSgiKind(file: Buffer): Fault | undefined {
  if (file.readUInt32BE(mapAt) !== 0) return fault('sgi.palette');
  const channels = file.readUInt16BE(dimensionsAt) > 2 ? file.readUInt16BE(channelsAt) : 1;
  if (channels > maxChannels) return fault('sgi.channels', channels);
  const isDeep = file.readUInt8(sampleBytesAt) > 1;
  return isDeep && channels < colorChannels ? fault('sgi.deepGray') : undefined;
}
