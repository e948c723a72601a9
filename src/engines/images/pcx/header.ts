import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { maxPixels, tooManyPixels } from '../limits.ts';
import { checkSize } from '../raster/raster.ts';

/** The header of a PCX (ZSoft PCX File Format Technical Reference Manual). */
export interface PcxHeader {
  readonly width: number;
  readonly height: number;
  /** Bits per pixel in each plane. */
  readonly bits: number;
  readonly planes: number;
  /** Bytes per row in each plane. */
  readonly planeBytes: number;
  readonly isPacked: boolean;
  /** The header's sixteen colors. */
  readonly colors: Uint8Array;
  /** True if its numbers are grays in the absence of a palette. */
  readonly isGrey: boolean;
}

export const headerBytes = 128;
const manufacturer = 10;
/** The first version with a palette of 256 colors. */
const versionOfPalettes = 5;
const greyPalette = 2;
const maxChannels = 4;
/** As bits × planes. */
const kinds: ReadonlySet<string> = new Set(['1×1', '1×2', '1×3', '1×4', '2×1', '4×1', '8×1', '8×3', '8×4']);

/** @throws ConversionError, or RangeError if the file ends within it */
export function headerOf(file: Buffer): PcxHeader {
  if (file.readUInt8(0) !== manufacturer || file.length < headerBytes) throw damaged('image');
  const width = file.readUInt16LE(8) - file.readUInt16LE(4) + 1;
  const height = file.readUInt16LE(10) - file.readUInt16LE(6) + 1;
  checkSize(width, height);
  const [bits, planes, planeBytes] = [file.readUInt8(3), file.readUInt8(65), file.readUInt16LE(66)];
  if (![1, 2, 4, 8].includes(bits) || planes < 1 || planes > maxChannels) throw damaged('image');
  if (!kinds.has(`${bits}×${planes}`)) throw new ConversionError(fault('pcx.planes', planes, bits));
  if (planeBytes < Math.ceil((width * bits) / 8)) throw damaged('image');
  if (planeBytes * planes * height > maxPixels * maxChannels) throw tooManyPixels();
  return {
    width,
    height,
    bits,
    planes,
    planeBytes,
    isPacked: file.readUInt8(2) === 1,
    colors: file.subarray(16, 64),
    isGrey: file.readUInt8(1) < versionOfPalettes || file.readUInt16LE(68) === greyPalette,
  };
}
