import { fault } from '../../contract/faults/fault.ts';
import { ConversionError, damaged } from '../api/conversionError.ts';

// Length of the header's fixed part, up to the first name. The font is at the end of the file ("Embedded OpenType (EOT)
// File Format", W3C submission).
const fixedHeaderBytes = 82;
const fontSizeAt = 4;
const flagsAt = 12;
const isCompressed = 0x4;
const isEncrypted = 0x1000_0000;
const key = 0x50;

/**
 * Extracts the font from an EOT file.
 * @throws ConversionError
 */
export function fontOfEot(eot: Buffer): Buffer {
  if (eot.length < fixedHeaderBytes) throw damaged('font');
  const size = eot.readUInt32LE(0);
  const fontSize = eot.readUInt32LE(fontSizeAt);
  const flags = eot.readUInt32LE(flagsAt);
  if (size > eot.length || size - fontSize < fixedHeaderBytes) throw damaged('font');
  if ((flags & isCompressed) !== 0) throw new ConversionError(fault('eot.compressed'));
  const font = eot.subarray(size - fontSize, size);
  return (flags & isEncrypted) === 0 ? font : Buffer.from(font.map((byte) => byte ^ key));
}
