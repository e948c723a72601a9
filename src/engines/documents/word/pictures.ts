import { fault } from '../../../contract/fault.ts';
import { ConversionError, isConversionError } from '../../api/conversionError.ts';
import type { Document, Picture } from '../tree/document.ts';
import { pictureIn, Pictures } from '../tree/pictures.ts';
import type { WordParts } from './package.ts';

/** The share of a picture that is cut away at each side, from 0 to 1. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const uncropped: Crop = { left: 0, top: 0, right: 0, bottom: 0 };

/** The maximum number of pixels of all pictures that are cropped, since a picture may be cropped thousands of times. */
const maxCroppedPixels = 500_000_000;
const jpegQuality = 90;

/** The pictures that a document shows. */
export class WordPictures {
  readonly #package: WordParts;
  readonly #pictures = new Pictures();
  readonly #parts = new Map<string, Picture | undefined>();
  /** How pictures are cropped, by their names. */
  readonly #crops = new Map<string, Crop>();
  #left = maxCroppedPixels;

  constructor(parts: WordParts) {
    this.#package = parts;
  }

  /** Returns the name of the picture in a part, or `undefined` if there is none that can be shown. */
  add(part: string, crop: Crop): string | undefined {
    const name = this.#pictures.add([part, ...Object.values(crop)].join('\n'), () => {
      if (!this.#parts.has(part)) this.#parts.set(part, pictureIn(this.#package.read(part)));
      return this.#parts.get(part);
    });
    if (name !== undefined && Object.values(crop).some((share) => share > 0)) this.#crops.set(name, crop);
    return name;
  }

  /** Returns the pictures by name, each cropped as shown. @throws ConversionError if that takes too long */
  async finish(): Promise<Document['pictures']> {
    const { byName } = this.#pictures;
    for (const [name, picture] of byName) {
      const crop = this.#crops.get(name);
      if (crop !== undefined) byName.set(name, await this.#cropped(picture, crop));
    }
    return byName;
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
