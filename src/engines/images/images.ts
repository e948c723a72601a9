import { resizable } from '../../contract/formats/table.ts';
import { memoize, once } from '../../util/memoize.ts';
import {
  type Compression,
  type Conversion,
  type EngineDescription,
  oneCredit,
} from '../api/engineDescription.ts';
import { lossesOf, readerOf, sources, targets, writerOf } from './formats.ts';
import { compressionOptions, conversionOptions } from './options.ts';

/** Targets that change pixel values even if no property is lost. */
const lossyTargets = new Set(['jpg', 'webp', 'avif', 'gif', 'jxl', 'dds']);

const optionsOf = memoize(conversionOptions);

const imageConversions = (): readonly Conversion[] => conversions(isByLibvips);
const magickConversions = (): readonly Conversion[] => conversions((from, to) => !isByLibvips(from, to));

const imageCompressions = (): readonly Compression[] =>
  (['jpg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const).map((format) => ({
    format,
    lossy: format !== 'tiff',
    cost: oneCredit,
    options: once(() => compressionOptions(format)),
  }));

function conversions(includes: (from: string, to: string) => boolean): readonly Conversion[] {
  return sources.flatMap((from) =>
    targets
      .filter((to) => (to !== from || Object.hasOwn(resizable, to)) && includes(from, to))
      .map((to) => ({
        from,
        to,
        lossy: lossyTargets.has(to),
        losses: lossesOf(from, to),
        cost: oneCredit,
        options: () => optionsOf(to),
        ...(to === from ? { isUnlisted: true } : {}),
      })),
  );
}

function isByLibvips(from: string, to: string): boolean {
  return readerOf(from) === 'sharp' && writerOf(to) === 'sharp';
}

export const images = {
  id: 'image',
  load: async () => (await import('./convert.ts')).convertImage,
  time: 'pixels',
  memory: 'unfolded',
  conversions: imageConversions,
} as const satisfies EngineDescription;

export const imageCompression = {
  id: 'imageCompression',
  load: async () => (await import('./compress.ts')).compressImage,
  time: 'pixels',
  memory: 'unfolded',
  compressions: imageCompressions,
} as const satisfies EngineDescription;

/** Conversions from or to formats that libvips doesn't support. ImageMagick or our own code reads or writes them. */
export const magick = {
  id: 'magick',
  load: async () => (await import('./fallbackCodecs/preview.ts')).convertWithFallback,
  time: 'pixels',
  memory: 'unfolded',
  conversions: magickConversions,
} as const satisfies EngineDescription;

/** Creates previews of images. Offers no conversions. */
export const imagePreview = {
  id: 'imagePreview',
  load: async () => (await import('./fallbackCodecs/preview.ts')).previewImage,
  time: 'previews',
  memory: 'unfolded',
} as const satisfies EngineDescription;

/** Tries settings on a part of an image. Offers no conversions, because those process whole images. */
export const imagePart = {
  id: 'imagePart',
  load: async () => (await import('./fallbackCodecs/preview.ts')).encodePart,
  time: 'previews',
  memory: 'unfolded',
} as const satisfies EngineDescription;

/** Detects the traits of images. Offers no conversions. */
export const imageProbe = {
  id: 'imageProbe',
  load: async () => (await import('./convert.ts')).probeImage,
  time: 'counting',
  memory: 'values',
} as const satisfies EngineDescription;
