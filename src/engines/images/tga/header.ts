import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { damaged } from '../../api/faults.ts';
import { checkSize } from '../raster/raster.ts';

/** The header of a Targa (Truevision TGA File Format Specification 2.0). */
export interface TargaHeader {
  readonly width: number;
  readonly height: number;
  readonly colors: 'palette' | 'direct' | 'grey';
  readonly isPacked: boolean;
  /** Bits per pixel. */
  readonly bits: number;
  readonly isTopDown: boolean;
  readonly isRightToLeft: boolean;
  /** True if the pixel's extra bits are an opacity. */
  readonly hasAlpha: boolean;
  readonly palette: {
    readonly at: number;
    readonly first: number;
    readonly count: number;
    readonly bits: number;
  };
  readonly pixelsAt: number;
}

const headerBytes = 18;
const kinds = [undefined, 'palette', 'direct', 'grey'] as const;
const packedFlag = 8;
const depthsOf = { palette: [8, 16], direct: [15, 16, 24, 32], grey: [8, 16] } as const;
const paletteDepths: ReadonlySet<number> = new Set([15, 16, 24, 32]);

/** @throws ConversionError, or RangeError if the file ends within it */
export function headerOf(file: Buffer): TargaHeader {
  const type = file.readUInt8(2);
  if (type === 0) throw new ConversionError(fault('tga.empty'));
  if (type === 32 || type === 33) throw new ConversionError(fault('tga.huffman'));
  const colors = kinds[type & ~packedFlag];
  const hasPalette = file.readUInt8(1) === 1;
  if (colors === undefined || (colors === 'palette' && !hasPalette)) throw damaged('image');
  const [width, height] = [file.readUInt16LE(12), file.readUInt16LE(14)];
  const [bits, descriptor] = [file.readUInt8(16), file.readUInt8(17)];
  const depths: readonly number[] = depthsOf[colors];
  if (!depths.includes(bits)) throw damaged('image');
  if (descriptor >> 6 !== 0) throw new ConversionError(fault('tga.interlaced'));
  checkSize(width, height);
  const palette = {
    at: headerBytes + file.readUInt8(0),
    first: file.readUInt16LE(3),
    count: hasPalette ? file.readUInt16LE(5) : 0,
    bits: file.readUInt8(7),
  };
  if (colors === 'palette' && !paletteDepths.has(palette.bits)) throw damaged('image');
  return {
    width,
    height,
    colors,
    bits,
    palette,
    isPacked: (type & packedFlag) !== 0,
    isTopDown: (descriptor & 0x20) !== 0,
    isRightToLeft: (descriptor & 0x10) !== 0,
    hasAlpha: hasAlpha(file, colors === 'palette' ? palette.bits : bits, descriptor & 15, colors === 'grey'),
    pixelsAt: palette.at + palette.count * Math.ceil(palette.bits / 8),
  };
}

/**
 * Many programs write 8-bit alpha without declaring it, and others read it anyway; the single bit beside 15 color bits
 * is only alpha if declared.
 */
function hasAlpha(file: Buffer, bits: number, alphaBits: number, isGrey: boolean): boolean {
  if (bits !== 32 && bits !== 16) return false;
  const said = attributesOf(file);
  if (said === 4) throw new ConversionError(fault('tga.premultiplied'));
  if (said === 1 || said === 2) return false;
  return alphaBits > 0 || said === 3 || (said === undefined && (bits === 32 || isGrey));
}

const signature = 'TRUEVISION-XFILE.\0';
const footerBytes = 26;
const attributesAt = 494;

/** The second version's attribute type, if the file uses that version: 0 means no alpha, 1 and 2 mean undefined data. */
function attributesOf(file: Buffer): number | undefined {
  if (file.length < footerBytes || file.toString('latin1', file.length - signature.length) !== signature) {
    return undefined;
  }
  const at = file.readUInt32LE(file.length - footerBytes);
  return at === 0 ? undefined : file[at + attributesAt];
}
