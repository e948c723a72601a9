import { type Fault, fault } from '../../contract/fault.ts';
const headerBytes = 26;
/** Color modes (Adobe Photoshop File Formats Specification, "File header"). */
const modes = { gray: 1, indexed: 2, multichannel: 7, duotone: 8, lab: 9 } as const;
/** Image resources (Adobe Photoshop File Formats Specification, "Image resource IDs"). */
const resourceIds = { transparentIndex: 1047, version: 1057 } as const;
/** Offset of a flag in the version resource that is set if the file contains a merged picture. */
const hasMergedAt = 4;
/** Samples with this many bits are linear, but ImageMagick treats them as sRGB. */
const linearBits = 32;
const zips: ReadonlySet<number> = new Set([2, 3]);
/** Key of the block that contains layers with 16 bits per channel. */
const deepLayers = '8BIMLr16';

/**
 * Returns the reason why the merged picture of a Photoshop file can't be read correctly or is missing, and `undefined`
 * if there is no problem.
 * @throws RangeError if the file ends too soon
 */
export function unsupportedPhotoshopReason(file: Buffer): Fault | undefined {
  const [channels, bits, mode] = [12, 22, 24].map((at) => file.readUInt16BE(at));
  if (mode === modes.multichannel) return fault('photoshop.multichannel');
  if (mode === modes.lab) return fault('photoshop.lab');
  if (bits === linearBits) return fault('photoshop.bits', bits);
  const resources = headerBytes + 4 + file.readUInt32BE(headerBytes);
  const layers = resources + 4 + file.readUInt32BE(resources);
  for (const { id, content } of resourcesOf(file.subarray(resources + 4, layers))) {
    if (id === resourceIds.version && content[hasMergedAt] === 0) {
      return fault('photoshop.layers');
    }
    if (id === resourceIds.transparentIndex && mode === modes.indexed) {
      return fault('photoshop.palette');
    }
  }
  const lengthBytes = file.readUInt16BE(4) === 2 ? 8 : 4;
  const start = layers + lengthBytes;
  const end = start + (lengthBytes === 8 ? Number(file.readBigUInt64BE(layers)) : file.readUInt32BE(layers));
  const isGray = mode === modes.gray || mode === modes.duotone;
  // In grayscale files with partial transparency, colors are mixed with white, and ImageMagick doesn't undo that.
  if (isGray && (channels ?? 0) > 1 && mayBeTransparent(file.subarray(start, end), lengthBytes)) {
    return fault('photoshop.gray');
  }
  return zips.has(file.readUInt16BE(end)) ? fault('photoshop.zip') : undefined;
}

/** If the number of layers is negative, the first channel after the colors is transparency. */
function mayBeTransparent(layers: Buffer, lengthBytes: number): boolean {
  if (layers.length < lengthBytes + 2) return false;
  return layers.readInt16BE(lengthBytes) < 0 || layers.includes(deepLayers);
}

/** A resource consists of a signature, a number, a name padded to an even length, and padded content. */
function* resourcesOf(bytes: Buffer): Generator<{ readonly id: number; readonly content: Buffer }> {
  let at = 0;
  while (at + 12 <= bytes.length) {
    const id = bytes.readUInt16BE(at + 4);
    const start = at + 6 + even(1 + bytes.readUInt8(at + 6)) + 4;
    const length = bytes.readUInt32BE(start - 4);
    yield { id, content: bytes.subarray(start, start + length) };
    at = start + even(length);
  }
}

function even(length: number): number {
  return length + (length % 2);
}
