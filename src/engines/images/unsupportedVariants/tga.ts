import { type Fault, fault } from '../../../contract/faults/fault.ts';

/** Image types (Truevision TGA File Format Specification 2.0). Run-length encoding adds 8 to a type. */
const [empty, palette, grays, runLength] = [0, 1, 3, 8];
const huffman: ReadonlySet<number> = new Set([32, 33]);
const [typeAt, paletteBitsAt, bitsAt, descriptorAt] = [2, 7, 16, 17];
const signature = 'TRUEVISION-XFILE.\0';
const footerBytes = 26;
const attributesAt = 494;
/** Attribute types for no alpha and for premultiplied alpha. */
const [noAlpha, premultiplied] = [0, 4];

/**
 * Returns the reason why ImageMagick can't read a Targa file correctly, or `undefined` if it can.
 * @throws RangeError if the file ends too soon
 */
export function unsupportedTgaReason(file: Buffer): Fault | undefined {
  const [type, bits, descriptor] = [typeAt, bitsAt, descriptorAt].map((at) => file.readUInt8(at));
  if (type === undefined || descriptor === undefined) return undefined;
  if (type === empty) return fault('tga.empty');
  if (huffman.has(type)) return fault('tga.huffman');
  const colors = type & ~runLength;
  if (colors < palette || colors > grays) return undefined;
  if (descriptor >> 6 !== 0) return fault('tga.interlaced');
  const hasAlpha = (descriptor & 15) > 0;
  if (colors === grays && bits === 16) return fault('tga.gray');
  if (colors === palette && bits === 16) return fault('tga.indices');
  if (colors === palette && file.readUInt8(paletteBitsAt) === 16 && hasAlpha) return fault('tga.alpha');
  const attributes = attributesOf(file);
  if (attributes === premultiplied) return fault('tga.premultiplied');
  return attributes === noAlpha && hasAlpha ? fault('tga.attributes') : undefined;
}

/** Returns the attribute type, which only files in version 2 with an extension area contain. */
function attributesOf(file: Buffer): number | undefined {
  if (file.length < footerBytes || file.toString('latin1', file.length - signature.length) !== signature) {
    return undefined;
  }
  const at = file.readUInt32LE(file.length - footerBytes);
  return at === 0 ? undefined : file[at + attributesAt];
}
