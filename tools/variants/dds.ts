import { drawn, drawnPicture } from './drawn.ts';
import type { Variant } from './variant.ts';

const flags = { color: 0x40, colorAndAlpha: 0x41, luminance: 0x20000, luminanceAndAlpha: 0x20001 };
const bgr8 = [0xff0000, 0xff00, 0xff, 0] as const;
const rgb8 = [0xff, 0xff00, 0xff0000, 0] as const;
const opaque8 = 0xff000000;

/** Formats with masked pixels, by their Direct3D 9 names. */
const masked: Readonly<Record<string, object>> = {
  A8R8G8B8: { bits: 32, masks: [0xff0000, 0xff00, 0xff, opaque8], flags: flags.colorAndAlpha },
  X8R8G8B8: { bits: 32, masks: bgr8, flags: flags.color },
  A8B8G8R8: { bits: 32, masks: [0xff, 0xff00, 0xff0000, opaque8], flags: flags.colorAndAlpha },
  X8B8G8R8: { bits: 32, masks: rgb8, flags: flags.color },
  R8G8B8: { bits: 24, masks: bgr8, flags: flags.color },
  B8G8R8: { bits: 24, masks: rgb8, flags: flags.color },
  R5G6B5: { bits: 16, masks: [0xf800, 0x7e0, 0x1f, 0], flags: flags.color },
  A1R5G5B5: { bits: 16, masks: [0x7c00, 0x3e0, 0x1f, 0x8000], flags: flags.colorAndAlpha },
  X1R5G5B5: { bits: 16, masks: [0x7c00, 0x3e0, 0x1f, 0], flags: flags.color },
  A4R4G4B4: { bits: 16, masks: [0xf00, 0xf0, 0xf, 0xf000], flags: flags.colorAndAlpha },
  X4R4G4B4: { bits: 16, masks: [0xf00, 0xf0, 0xf, 0], flags: flags.color },
  A2R10G10B10: { bits: 32, masks: [0x3ff00000, 0xffc00, 0x3ff, 0xc0000000], flags: flags.colorAndAlpha },
  A2B10G10R10: { bits: 32, masks: [0x3ff, 0xffc00, 0x3ff00000, 0xc0000000], flags: flags.colorAndAlpha },
  R3G3B2: { bits: 8, masks: [0xe0, 0x1c, 3, 0], flags: flags.color },
  A8R3G3B2: { bits: 16, masks: [0xe0, 0x1c, 3, 0xff00], flags: flags.colorAndAlpha },
  L8: { bits: 8, masks: [0xff, 0, 0, 0], flags: flags.luminance, gray: true },
  L16: { bits: 16, masks: [0xffff, 0, 0, 0], flags: flags.luminance, gray: true },
  A8L8: { bits: 16, masks: [0xff, 0, 0, 0xff00], flags: flags.luminanceAndAlpha, gray: true },
  A4L4: { bits: 8, masks: [0xf, 0, 0, 0xf0], flags: flags.luminanceAndAlpha, gray: true },
};

/** Formats with masked pixels, by their DXGI numbers. */
const formats: Readonly<Record<number, object>> = {
  24: { bits: 32, masks: [0x3ff, 0xffc00, 0x3ff00000, 0xc0000000] },
  27: { bits: 32, masks: [0xff, 0xff00, 0xff0000, opaque8] },
  28: { bits: 32, masks: [0xff, 0xff00, 0xff0000, opaque8] },
  29: { bits: 32, masks: [0xff, 0xff00, 0xff0000, opaque8] },
  61: { bits: 8, masks: [0xff, 0, 0, 0], gray: true },
  85: { bits: 16, masks: [0xf800, 0x7e0, 0x1f, 0] },
  86: { bits: 16, masks: [0x7c00, 0x3e0, 0x1f, 0x8000] },
  87: { bits: 32, masks: [0xff0000, 0xff00, 0xff, opaque8] },
  88: { bits: 32, masks: bgr8 },
  91: { bits: 32, masks: [0xff0000, 0xff00, 0xff, opaque8] },
  115: { bits: 16, masks: [0xf00, 0xf0, 0xf, 0xf000] },
};

/** Formats with blocks. The blocks are random, and other decoders are the reference. */
const blockCodes: Readonly<Record<string, readonly [block: number, ...decoders: string[]]>> = {
  DXT1: [8, 'Pillow', 'FFmpeg'],
  DXT3: [16, 'Pillow', 'FFmpeg'],
  DXT5: [16, 'Pillow', 'FFmpeg'],
  ATI1: [8, 'FFmpeg'],
  BC4U: [8, 'FFmpeg'],
  BC4S: [8, 'FFmpeg'],
  // FFmpeg computes the third channel of these.
  ATI2: [16, 'Pillow'],
};
const blockFormats: readonly (readonly [dxgi: number, block: number, ...decoders: string[]])[] = [
  [70, 8, 'FFmpeg'],
  [71, 8, 'FFmpeg'],
  [72, 8, 'FFmpeg'],
  [73, 16, 'FFmpeg'],
  [74, 16, 'FFmpeg'],
  [75, 16, 'FFmpeg'],
  [76, 16, 'FFmpeg'],
  [77, 16, 'FFmpeg'],
  [78, 16, 'FFmpeg'],
  [79, 8, 'FFmpeg'],
  [80, 8, 'FFmpeg'],
  [81, 8, 'FFmpeg'],
  [82, 16, 'Pillow'],
  [83, 16, 'Pillow'],
  [97, 16, 'Pillow'],
  [98, 16, 'Pillow'],
  [99, 16, 'Pillow'],
];
const refusedFormats = { 2: 16, 10: 8, 31: 4, 65: 1, 95: 16 };

/** DDS files with different pixel formats, and with several surfaces. */
export const ddsVariants: readonly Variant[] = [
  ...Object.entries(masked).map(([name, recipe]) =>
    drawn({ format: 'dds', name, decoders: [drawnPicture] }, recipe),
  ),
  ...Object.entries(formats).map(([dxgi, recipe]) =>
    drawn(
      { format: 'dds', name: `DXGI ${dxgi}`, decoders: [drawnPicture] },
      { ...recipe, dxgi: Number(dxgi) },
    ),
  ),
  ...Object.entries(blockCodes).map(([code, [block, ...decoders]]) =>
    drawn({ format: 'dds', name: code, decoders }, { code, block }),
  ),
  ...blockFormats.map(([dxgi, block, ...decoders]) =>
    drawn({ format: 'dds', name: `DXGI ${dxgi}`, decoders }, { dxgi, block, modes: dxgi >= 97 }),
  ),
  drawn(
    { format: 'dds', name: 'a cube of six', decoders: [drawnPicture] },
    { ...masked['A8R8G8B8'], cube: 0xfe00, surfaces: 6 },
  ),
  drawn(
    { format: 'dds', name: 'an array of two', decoders: ['FFmpeg'] },
    { dxgi: 71, block: 8, array: 2, surfaces: 2 },
  ),
  drawn(
    { format: 'dds', name: 'no dimension and no count', decoders: ['FFmpeg'] },
    { dxgi: 71, block: 8, dimension: 0, array: 0 },
  ),
  drawn(
    { format: 'dds', name: 'a gray whose mask is beyond its bits', decoders: [drawnPicture, 'Pillow'] },
    { ...masked['L8'], headerMasks: [opaque8, opaque8, opaque8, 0] },
  ),
  drawn(
    { format: 'dds', name: 'followed by a smaller one', decoders: ['Pillow'] },
    { code: 'DXT5', block: 16, mips: 2, surfaces: 2 },
  ),
  ...Object.entries(refusedFormats).map(([dxgi, block]) =>
    drawn(
      { format: 'dds', name: `DXGI ${dxgi}`, isRefused: true },
      { dxgi: Number(dxgi), block: block * 16 },
    ),
  ),
  drawn(
    { format: 'dds', name: 'DXT2, with colors multiplied', isRefused: true },
    { code: 'DXT2', block: 16 },
  ),
];
