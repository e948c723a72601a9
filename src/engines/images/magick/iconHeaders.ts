import { damaged } from '../../api/conversionError.ts';

const directoryBytes = 6;
const entryBytes = 16;
const usualHeaderBytes = 40;
const oldHeaderBytes = 12;
const maskedHeaderBytes = 52;
const profileHeaderBytes = 124;
const embeddedProfile = 0x4d42_4544;
const maxEntries = 1000;
const compressions = { none: 0, masks: 3 } as const;
/** Default masks of red, green, and blue in a 32-bit pixel. */
const usualMasks = [0xff_0000, 0xff00, 0xff];

/**
 * Gives all bitmaps of an icon or cursor the 40-byte header that ImageMagick expects. Some have a larger header
 * (Windows 95 to 98) or a smaller one (OS/2). Also gives pixels of 16 bits, which ImageMagick can't read, 24 bits, and
 * pixels without alpha that of the mask. Returns the icon unchanged if no bitmap needs it, or if the file is truncated.
 * @throws ConversionError if bitmaps overlap, because a file of a few kilobytes could then make us read the same bytes
 * a thousand times
 */
export function withStandardHeaders(icon: Buffer): Buffer {
  if (icon.length < directoryBytes) return icon;
  const count = Math.min(icon.readUInt16LE(4), maxEntries);
  if (icon.length < directoryBytes + count * entryBytes) return icon;
  const entries = Array.from({ length: count }, (_, index) => {
    const at = directoryBytes + index * entryBytes;
    const [bytes, start] = [icon.readUInt32LE(at + 8), icon.readUInt32LE(at + 12)];
    return { at, bitmap: icon.subarray(start, start + bytes) };
  });
  if (entries.reduce((sum, { bitmap }) => sum + bitmap.length, 0) > icon.length) throw damaged('image');
  const changed = entries.map(({ bitmap }) => {
    const standard = withUsualHeader(bitmap);
    return withLongPixels(standard ?? bitmap) ?? withMaskAsAlpha(standard ?? bitmap) ?? standard;
  });
  if (changed.every((bitmap) => bitmap === undefined)) return icon;
  const directory = Buffer.from(icon.subarray(0, directoryBytes + count * entryBytes));
  let start = directory.length;
  const bitmaps = entries.map(({ at, bitmap }, index) => {
    const written = changed[index] ?? bitmap;
    directory.writeUInt32LE(written.length, at + 8);
    directory.writeUInt32LE(start, at + 12);
    start += written.length;
    return written;
  });
  return Buffer.concat([directory, ...bitmaps]);
}

/** Returns `undefined` for a PNG and for a bitmap that needs no change. */
function withUsualHeader(bitmap: Buffer): Buffer | undefined {
  if (bitmap.length < oldHeaderBytes) return undefined;
  const bytes = bitmap.readUInt32LE(0);
  if (bytes === oldHeaderBytes) return fromOldHeader(bitmap);
  if (bytes <= usualHeaderBytes || bytes > 256 || bytes > bitmap.length) return undefined;
  const header = Buffer.from(bitmap.subarray(0, usualHeaderBytes));
  header.writeUInt32LE(usualHeaderBytes, 0);
  if (header.readUInt32LE(16) === compressions.masks) {
    if (bytes < maskedHeaderBytes) return undefined;
    const masks = [40, 44, 48].map((at) => bitmap.readUInt32LE(at));
    if (header.readUInt16LE(14) !== 32 || masks.some((mask, index) => mask !== usualMasks[index]))
      return undefined;
    header.writeUInt32LE(compressions.none, 16);
  }
  return Buffer.concat([header, withoutProfile(bitmap, bytes).subarray(bytes)]);
}

/**
 * Gives pixels of 32 bits the alpha that the mask says if their own is zero everywhere, as in icons from before Windows
 * XP, which ignored it. Returns `undefined` for other bitmaps.
 */
function withMaskAsAlpha(bitmap: Buffer): Buffer | undefined {
  const layout = plainLayout(bitmap, 32);
  if (layout === undefined) return undefined;
  const { width, height, maskAt } = layout;
  const maskRow = Math.ceil(width / 32) * 4;
  if (maskAt + height * maskRow > bitmap.length) return undefined;
  for (let at = usualHeaderBytes + 3; at < maskAt; at += 4) if (bitmap[at] !== 0) return undefined;
  const masked = Buffer.from(bitmap);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isHidden = (masked.readUInt8(maskAt + y * maskRow + (x >> 3)) & (0x80 >> (x & 7))) !== 0;
      masked.writeUInt8(isHidden ? 0 : 255, usualHeaderBytes + (y * width + x) * 4 + 3);
    }
  }
  return masked;
}

/** The layout of an uncompressed bitmap with this many bits per pixel. */
function plainLayout(
  bitmap: Buffer,
  bits: 16 | 32,
): { readonly width: number; readonly height: number; readonly maskAt: number } | undefined {
  if (bitmap.length < usualHeaderBytes || bitmap.readUInt32LE(0) !== usualHeaderBytes) return undefined;
  if (bitmap.readUInt16LE(14) !== bits || bitmap.readUInt32LE(16) !== compressions.none) return undefined;
  const width = Math.abs(bitmap.readInt32LE(4));
  // The height includes the mask.
  const height = Math.floor(Math.abs(bitmap.readInt32LE(8)) / 2);
  const maskAt = usualHeaderBytes + height * Math.ceil((width * bits) / 32) * 4;
  return width === 0 || maskAt > bitmap.length ? undefined : { width, height, maskAt };
}

/** Converts pixels of 16 bits, of which each color has five. Returns `undefined` for other bitmaps. */
function withLongPixels(bitmap: Buffer): Buffer | undefined {
  const layout = plainLayout(bitmap, 16);
  if (layout === undefined) return undefined;
  const { width, height, maskAt } = layout;
  const [shortRow, longRow] = [Math.ceil(width / 2) * 4, Math.ceil((width * 3) / 4) * 4];
  const header = Buffer.from(bitmap.subarray(0, usualHeaderBytes));
  header.writeUInt16LE(24, 14);
  header.writeUInt32LE(0, 20);
  const pixels = Buffer.alloc(height * longRow);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = bitmap.readUInt16LE(usualHeaderBytes + y * shortRow + x * 2);
      for (let channel = 0; channel < 3; channel += 1) {
        const level = (color >> (5 * channel)) & 31;
        pixels.writeUInt8(Math.round((level * 255) / 31), y * longRow + x * 3 + channel);
      }
    }
  }
  return Buffer.concat([header, pixels, bitmap.subarray(maskAt)]);
}

/**
 * Overwrites the color profile with zeros: it follows the pixels, where ImageMagick expects the optional mask
 * (BITMAPV5HEADER).
 */
function withoutProfile(bitmap: Buffer, headerBytes: number): Buffer {
  if (headerBytes < profileHeaderBytes || bitmap.readUInt32LE(56) !== embeddedProfile) return bitmap;
  const profileAt = bitmap.readUInt32LE(112);
  const without = Buffer.from(bitmap);
  const profileEnd = Math.min(bitmap.length, profileAt + bitmap.readUInt32LE(116));
  return profileAt >= headerBytes && profileAt < profileEnd ? without.fill(0, profileAt, profileEnd) : bitmap;
}

/** Replaces an OS/2 header (BITMAPCOREHEADER), whose palette has three bytes per color. */
function fromOldHeader(bitmap: Buffer): Buffer | undefined {
  const [width, height, planes, bits] = [4, 6, 8, 10].map((at) => bitmap.readUInt16LE(at));
  const header = Buffer.alloc(usualHeaderBytes);
  header.writeUInt32LE(usualHeaderBytes, 0);
  header.writeInt32LE(width ?? 0, 4);
  header.writeInt32LE(height ?? 0, 8);
  header.writeUInt16LE(planes ?? 1, 12);
  header.writeUInt16LE(bits ?? 0, 14);
  const colors = (bits ?? 0) <= 8 ? 2 ** (bits ?? 0) : 0;
  if (bitmap.length < oldHeaderBytes + colors * 3) return undefined;
  const palette = Buffer.alloc(colors * 4);
  for (let color = 0; color < colors; color += 1)
    bitmap.copy(palette, color * 4, oldHeaderBytes + color * 3, oldHeaderBytes + color * 3 + 3);
  return Buffer.concat([header, palette, bitmap.subarray(oldHeaderBytes + colors * 3)]);
}
