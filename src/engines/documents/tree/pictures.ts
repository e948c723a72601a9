import { formatOfHead, headBytes } from '../../../contract/formats/formatOfHead.ts';
import { mediaTypeOf } from '../../../contract/formats/table.ts';
import type { Element } from 'hast';
import { element, type Picture } from './document.ts';

/** The formats of pictures that documents show. Others, such as Windows metafiles, are described. */
const shownFormats: ReadonlySet<string> = new Set([
  'jpg',
  'png',
  'gif',
  'webp',
  'svg',
  'bmp',
  'tiff',
  'avif',
]);

/** Collects the pictures in a document. Each is stored once. */
export class PictureCollector {
  readonly pictures = new Map<string, Picture>();
  readonly #names = new Map<string, string | undefined>();

  /** Returns the name of a picture, which is only read for a new `key`, or `undefined` if it can't be shown. */
  add(key: string, read: () => Buffer | undefined): string | undefined {
    if (this.#names.has(key)) return this.#names.get(key);
    const data = read();
    const format = data && formatOfHead(data.subarray(0, headBytes));
    const isShown = data !== undefined && format !== undefined && shownFormats.has(format);
    const name = isShown ? `picture${this.pictures.size + 1}.${format}` : undefined;
    if (isShown && name !== undefined) this.pictures.set(name, { mediaType: mediaTypeOf(format), data });
    this.#names.set(key, name);
    return name;
  }
}

/** Returns the description of a picture that can't be shown. */
export function describedPicture(alt: string | undefined): Element {
  return element('span', {}, [`[${alt || 'Picture'}]`]);
}
