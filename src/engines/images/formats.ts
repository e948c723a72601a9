import type { Loss } from '../../contract/losses.ts';
import { ownValue } from '../../util/ownValue.ts';

/** A property that an image may have. A conversion loses it unless both the reader and the writer support it. */
type ImageTrait = Extract<
  Loss,
  | 'animation'
  | 'color'
  | 'colors'
  | 'depth'
  | 'dynamicRange'
  | 'iconSizes'
  | 'layers'
  | 'linkedFiles'
  | 'metadata'
  | 'newerStyles'
  | 'pages'
  | 'partialTransparency'
  | 'shades'
  | 'transparency'
  | 'vector'
  | 'wideGamut'
>;

/**
 * `sharp` means libvips. ImageMagick keeps only 8 bits per channel. `icns` and `dds` are our own code, which uses
 * ImageMagick for some DDS files.
 */
export type Library = 'sharp' | 'magick' | 'icns' | 'dds';

interface Side {
  readonly library: Library;
  readonly keeps: readonly ImageTrait[];
}

interface ImageFormat {
  /** Properties that files of this format may have. */
  readonly traits: readonly ImageTrait[];
  /** Properties that the reader keeps. Absent for write-only formats. */
  readonly read?: Side;
  /** Properties that the writer keeps. Absent for read-only formats. */
  readonly write?: Side;
}

const rgb = ['shades', 'color', 'colors'] as const;
const alpha = ['transparency', 'partialTransparency'] as const;
const rgba = [...rgb, ...alpha] as const;

const sharp = (...keeps: ImageTrait[]): Side => ({ library: 'sharp', keeps });
const icns = (...keeps: ImageTrait[]): Side => ({ library: 'icns', keeps });
const magick = (...keeps: ImageTrait[]): Side => ({ library: 'magick', keeps });

/** A format that ImageMagick reads and writes, with the properties that it keeps in both directions. */
function both(keeps: readonly ImageTrait[], ...others: ImageTrait[]): ImageFormat {
  return { traits: [...keeps, ...others], read: magick(...keeps), write: magick(...keeps) };
}

/** A format that ImageMagick can only read. */
function source(keeps: readonly ImageTrait[], ...others: ImageTrait[]): ImageFormat {
  return { traits: [...keeps, ...others], read: magick(...keeps) };
}

function photoshop(): ImageFormat {
  return {
    traits: [...rgba, 'wideGamut', 'depth', 'layers', 'metadata'],
    read: magick(...rgba, 'wideGamut', 'metadata'),
    write: magick(...rgb, 'wideGamut'),
  };
}

/** JPEG 2000. ImageMagick reads its color profile but doesn't write one. */
function jpeg2000(): ImageFormat {
  return {
    traits: [...rgba, 'wideGamut', 'depth', 'metadata'],
    read: magick(...rgba, 'wideGamut'),
    write: magick(...rgba),
  };
}

const webTraits = [...rgba, 'wideGamut', 'animation', 'metadata'] as const;

export const imageFormats: Readonly<Record<string, ImageFormat>> = {
  jpg: {
    traits: [...rgb, 'wideGamut', 'metadata'],
    read: sharp(...rgb, 'wideGamut', 'metadata'),
    write: sharp(...rgb, 'wideGamut', 'metadata'),
  },
  png: {
    // Animated PNGs usually have the extension `.png` rather than `.apng`.
    traits: [...rgba, 'wideGamut', 'depth', 'animation', 'metadata'],
    read: sharp(...rgba, 'wideGamut', 'depth', 'animation', 'metadata'),
    write: sharp(...rgba, 'wideGamut', 'depth', 'metadata'),
  },
  apng: {
    traits: [...rgba, 'wideGamut', 'depth', 'animation', 'metadata'],
    read: sharp(...rgba, 'wideGamut', 'depth', 'animation', 'metadata'),
    write: sharp(...rgba, 'wideGamut', 'animation', 'metadata'),
  },
  webp: { traits: webTraits, read: sharp(...webTraits), write: sharp(...webTraits) },
  avif: {
    traits: [...rgba, 'wideGamut', 'depth', 'animation', 'metadata'],
    read: sharp(...rgba, 'wideGamut', 'depth', 'animation', 'metadata'),
    write: sharp(...rgba, 'wideGamut', 'metadata'),
  },
  gif: {
    traits: ['shades', 'color', 'transparency', 'animation'],
    read: sharp('shades', 'color', 'transparency', 'animation'),
    write: sharp('shades', 'color', 'transparency', 'animation'),
  },
  tiff: {
    traits: [...rgba, 'wideGamut', 'depth', 'dynamicRange', 'pages', 'metadata'],
    read: sharp(...rgba, 'wideGamut', 'depth'),
    // The frames of an animation become pages.
    write: sharp(...rgba, 'wideGamut', 'depth', 'animation'),
  },
  // `svgTraits.ts` finds the details that librsvg doesn't draw.
  svg: { traits: [...rgba, 'vector', 'animation', 'linkedFiles', 'newerStyles'], read: sharp(...rgba) },

  heic: source([...rgba, 'wideGamut', 'metadata'], 'depth', 'pages'),
  // ImageMagick writes lossy files with an sRGB profile only, and can't read all lossy files with other profiles.
  jxl: both([...rgba, 'metadata', 'animation'], 'wideGamut', 'depth', 'dynamicRange'),
  jp2: jpeg2000(),
  // Bare codestreams can't contain metadata.
  j2k: { traits: [...rgba, 'depth'], read: magick(...rgba), write: magick(...rgba) },
  psd: photoshop(),
  psb: photoshop(),
  ico: both(rgba, 'iconSizes'),
  cur: source(rgba, 'iconSizes'),
  icns: {
    traits: [...rgba, 'wideGamut', 'iconSizes', 'metadata'],
    read: icns(...rgba, 'wideGamut', 'metadata'),
    write: icns(...rgba),
  },

  bmp: both([...rgba, 'wideGamut']),
  tga: both(rgba),
  dds: { traits: [...rgba, 'depth'], read: { library: 'dds', keeps: rgba }, write: magick(...rgba) },
  qoi: both(rgba),
  ppm: both(rgb, 'depth'),
  pnm: both(rgb, 'depth'),
  pgm: both(['shades'], 'depth'),
  pbm: source([]),
  xbm: source([]),
  xpm: source([...rgb, 'transparency']),
};

/** If a property's loss is reported, the losses that it implies aren't reported separately. */
const impliedBy: Partial<Record<ImageTrait, ImageTrait>> = {
  color: 'shades',
  colors: 'color',
  partialTransparency: 'transparency',
};

/** Returns the properties that a conversion loses because the target or a library doesn't support them. */
export function lossesOf(from: string, to: string): Loss[] {
  return lossesAmong(from, formatOf(to).write?.keeps ?? []);
}

/** Like `lossesOf`, for a target that keeps these properties. */
export function lossesAmong(from: string, keeps: readonly ImageTrait[]): Loss[] {
  const { traits, read } = formatOf(from);
  const losses = traits.filter((each) => !(read?.keeps.includes(each) && keeps.includes(each)));
  return losses.filter((each) => {
    const wider = impliedBy[each];
    return wider === undefined || !losses.includes(wider);
  });
}

/** True if images written in this format can have this property. */
export function writes(to: string, ability: ImageTrait): boolean {
  return formatOf(to).write?.keeps.includes(ability) ?? false;
}

export function readerOf(from: string): Library | undefined {
  return formatOf(from).read?.library;
}

export function writerOf(to: string): Library | undefined {
  return formatOf(to).write?.library;
}

export const sources = Object.keys(imageFormats).filter(
  (name) => ownValue(imageFormats, name)?.read !== undefined,
);
export const targets = Object.keys(imageFormats).filter(
  (name) => ownValue(imageFormats, name)?.write !== undefined,
);

function formatOf(name: string): ImageFormat {
  const format = ownValue(imageFormats, name);
  if (format === undefined) throw new Error(`Unknown image format: ${name}`);
  return format;
}
