import type { Element } from 'hast';
import { formatOfHead, headBytes } from '../../../contract/formats/formatOfHead.ts';
import { mediaTypeOf } from '../../../contract/formats/table.ts';
import { wordsIn } from '../../../util/text.ts';
import { element, type Picture } from './document.ts';

/** The formats of pictures that documents show. Others, such as Windows metafiles, are described. */
const shownFormats = wordsIn('jpg png gif webp svg bmp tiff avif');
const extensions: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/svg+xml', 'svg'],
]);

/** Collects the pictures in a document. Each is stored once. */
export class Pictures {
  readonly byName = new Map<string, Picture>();
  readonly #names = new Map<unknown, string | undefined>();

  /** Returns the name of a picture, which is only read for a new `key`, or `undefined` if it can't be shown. */
  add(key: unknown, read: () => Picture | undefined): string | undefined {
    if (this.#names.has(key)) return this.#names.get(key);
    const picture = read();
    const type = picture?.mediaType ?? '';
    const extension = extensions.get(type) ?? type.replace(/^.*\//, '');
    const name = picture && `picture${this.byName.size + 1}.${extension}`;
    if (picture !== undefined && name !== undefined) this.byName.set(name, picture);
    this.#names.set(key, name);
    return name;
  }
}

/** Returns the picture in a file, or `undefined` if it is in a format that documents don't show. */
export function pictureIn(data: Buffer | undefined): Picture | undefined {
  const format = data && formatOfHead(data.subarray(0, headBytes));
  if (data === undefined || format === undefined || !shownFormats.has(format)) return undefined;
  return { mediaType: mediaTypeOf(format), data };
}

/** Returns the description of a picture that can't be shown. */
export function describedPicture(alt: string | undefined): Element {
  return element('span', {}, [`[${alt || 'Picture'}]`]);
}
