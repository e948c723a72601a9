import { damaged } from '../../api/conversionError.ts';

/** The header of a DDS file (Microsoft, DDS_HEADER and DDS_HEADER_DXT10). */
export interface DdsHeader {
  readonly width: number;
  readonly height: number;
  /**
   * The pixel layout: a code of four letters or the number of a Direct3D 9 format. Absent if masks describe the layout.
   */
  readonly code: string | undefined;
  /** The DXGI format, which takes the place of a code in newer files. */
  readonly dxgi: number | undefined;
  readonly flags: number;
  readonly bits: number;
  readonly masks: readonly [red: number, green: number, blue: number, alpha: number];
  /** Offset of the first surface. In arrays and cubes, it is the first one at full size. */
  readonly end: number;
}

/** Flags in the header's pixel format. */
export const pixelFlags = {
  alpha: 0x1,
  onlyAlpha: 0x2,
  code: 0x4,
  palette: 0x20,
  color: 0x40,
  luminance: 0x20000,
};

/** Byte offsets of header fields. */
export const heightAt = 12;
export const widthAt = 16;
export const mipMapsAt = 28;
export const dxgiAt = 128;
export const dimensionAt = 132;
export const arrayAt = 140;
const headerBytes = 128;
const extendedBytes = 20;

/** @throws ConversionError if the header is invalid, or RangeError if the file ends within it */
export function headerOf(file: Buffer): DdsHeader {
  if (file.toString('latin1', 0, 4) !== 'DDS ' || file.readUInt32LE(4) !== 124) throw damaged('image');
  const word = (at: number): number => file.readUInt32LE(at);
  const flags = word(80);
  const code = flags & pixelFlags.code ? file.toString('latin1', 84, 88) : undefined;
  const isExtended = code === 'DX10';
  return {
    width: word(widthAt),
    height: word(heightAt),
    code,
    dxgi: isExtended ? word(dxgiAt) : undefined,
    flags,
    bits: word(88),
    masks: [word(92), word(96), word(100), word(104)],
    end: headerBytes + (isExtended ? extendedBytes : 0),
  };
}
