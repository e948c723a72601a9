import type { Sharp } from 'sharp';
import { type ImageOptions, defaultQuality } from './options.ts';

/** Sets the output format and the encoder's options, which favor fidelity over size. */
export function encode(image: Sharp, to: string, options: ImageOptions): Sharp {
  const { quality = defaultQuality(to), lossless = false, colours = 256, compression = 'deflate' } = options;
  switch (to) {
    case 'jpg':
      return image.jpeg({ quality, chromaSubsampling: '4:4:4', mozjpeg: true });
    case 'png':
    case 'apng':
      return image.png({ adaptiveFiltering: true });
    case 'webp':
      return image.webp({ quality, lossless, smartSubsample: true });
    case 'avif':
      // More effort takes many times as long and saves only a few percent.
      return image.avif({ quality, lossless, effort: 1, chromaSubsampling: '4:4:4' });
    case 'gif':
      return image.gif({ colours });
    case 'tiff':
      return image.tiff({ compression, ...(compression === 'none' ? {} : { predictor: 'horizontal' }) });
    default:
      throw new Error(`Unsupported target format: ${to}`);
  }
}
