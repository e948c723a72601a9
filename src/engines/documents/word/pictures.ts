import path from 'node:path';
import { fault } from '../../../contract/fault.ts';
import { own } from '../../../util/own.ts';
import { ConversionError, isConversionError } from '../../api/conversionError.ts';
import type { Picture } from '../tree/document.ts';
import type { OfficePackage } from './package.ts';

/** The share of a picture that is cut away at each side, from 0 to 1. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const uncropped: Crop = { left: 0, top: 0, right: 0, bottom: 0 };

/** The media types of pictures by extension. Windows metafiles are missing, because no target shows them. */
const mediaTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  jfif: 'image/jpeg',
  jpe: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
};
/** The maximum number of pixels of all pictures that are cropped, since a picture may be cropped thousands of times. */
const maxCroppedPixels = 500_000_000;
const jpegQuality = 90;

interface Shown {
  readonly name: string;
  readonly mediaType: string;
  readonly data: Buffer;
  readonly crop: Crop;
}

/** The pictures that a document shows. */
export class WordPictures {
  readonly #package: OfficePackage;
  readonly #shown = new Map<string, Shown>();
  readonly #parts = new Map<string, Buffer | undefined>();
  #left = maxCroppedPixels;

  constructor(parts: OfficePackage) {
    this.#package = parts;
  }

  /** Returns the name of the picture in a part, or `undefined` if there is none that can be shown. */
  add(part: string, crop: Crop): string | undefined {
    const extension = path.posix.extname(part).slice(1).toLowerCase();
    const mediaType = own(mediaTypes, extension);
    if (mediaType === undefined) return undefined;
    const key = [part, ...Object.values(crop)].join('\n');
    const known = this.#shown.get(key);
    if (known !== undefined) return known.name;
    if (!this.#parts.has(part)) this.#parts.set(part, this.#package.read(part));
    const data = this.#parts.get(part);
    if (data === undefined) return undefined;
    const name = `picture${this.#shown.size + 1}.${extension}`;
    this.#shown.set(key, { name, mediaType, data, crop });
    return name;
  }

  /** Returns the pictures by name, each cropped as shown. @throws ConversionError if that takes too long */
  async finish(): Promise<Map<string, Picture>> {
    const pictures = new Map<string, Picture>();
    for (const { name, crop, ...picture } of this.#shown.values()) {
      const isWhole = Object.values(crop).every((share) => share === 0);
      pictures.set(name, isWhole ? picture : await this.#cropped(picture, crop));
    }
    return pictures;
  }

  async #cropped(picture: Picture, { left, top, right, bottom }: Crop): Promise<Picture> {
    const { openImage } = await import('../../images/open.ts');
    try {
      const { image, metadata } = await openImage(picture.data);
      const { width, height } = metadata.autoOrient;
      this.#left -= width * height;
      if (this.#left < 0) throw new ConversionError(fault('document.depth'));
      const area = { left: Math.round(left * width), top: Math.round(top * height) };
      const cut = image.extract({
        ...area,
        width: Math.max(1, Math.round((1 - right) * width) - area.left),
        height: Math.max(1, Math.round((1 - bottom) * height) - area.top),
      });
      const isJpeg = picture.mediaType === 'image/jpeg';
      const written = isJpeg ? cut.jpeg({ quality: jpegQuality }) : cut.png();
      const data = await written.keepIccProfile().toBuffer();
      return { mediaType: isJpeg ? picture.mediaType : 'image/png', data };
    } catch (error) {
      if (this.#left < 0 && isConversionError(error)) throw error;
      // The picture can't be read, so the result won't show it, either.
      return picture;
    }
  }
}
