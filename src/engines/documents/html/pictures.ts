import type { Element } from 'hast';
import { element, type Picture, textProperty } from '../tree/document.ts';
import { percentDecoded } from '../../../util/text.ts';
import { pointsIn } from './styles.ts';

const dataUri = /^data:(image\/[\w.+-]{1,50})((?:;[\w=.-]{1,50}){0,5}),/i;
const extensions: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/svg+xml', 'svg'],
]);
const pixelsPerPoint = 4 / 3;

/** The pictures in a document. Equal ones are one. */
export class Pictures {
  readonly byName = new Map<string, Picture>();
  readonly #names = new Map<string, string>();
  readonly #named = new Map<Picture, string>();

  /** Returns the name of the picture that a data URI contains, or `undefined` if it contains none. */
  nameOfData(address: string): string | undefined {
    const known = this.#names.get(address);
    if (known !== undefined) return known;
    const [start = '', mediaType, parameters = ''] = dataUri.exec(address) ?? [];
    if (mediaType === undefined) return undefined;
    const isBase64 = /;base64$/i.test(parameters);
    const content = address.slice(start.length);
    const plain = content.includes('%') ? percentDecoded(content) : content;
    const data = Buffer.from(plain, isBase64 ? 'base64' : 'utf8');
    if (data.length === 0) return undefined;
    const name = this.nameOf({ mediaType: mediaType.toLowerCase(), data });
    this.#names.set(address, name);
    return name;
  }

  /** Returns the name of a picture, which is added unless it already has one. */
  nameOf(picture: Picture): string {
    const known = this.#named.get(picture);
    if (known !== undefined) return known;
    const { mediaType } = picture;
    const extension = extensions.get(mediaType) ?? mediaType.replace(/^.*\//, '');
    const name = `picture${this.byName.size + 1}.${extension}`;
    this.byName.set(name, picture);
    this.#named.set(picture, name);
    return name;
  }
}

/** Returns the address of a picture, or of the first of several that differ in size. */
export function addressOf(image: Element): string | undefined {
  const sources = image.properties['srcSet'] ?? image.properties['dataSrcSet'];
  const [first] = String(sources ?? '')
    .trim()
    .split(/[\s,]+/, 1);
  const found = [textProperty(image, 'src'), textProperty(image, 'dataSrc'), first];
  return found.find((each) => each !== undefined && each.trim() !== '')?.trim();
}

/** Makes the element of a picture with this `src`. */
export function pictureElement(from: Element, src: string, declared: ReadonlyMap<string, string>): Element {
  const { alt, title } = from.properties;
  const [width, height] = (['width', 'height'] as const).map((side) => {
    const length = declared.get(side) ?? String(from.properties[side] ?? '');
    const points = /(?:%|em)$/.test(length) ? undefined : pointsIn(length);
    return points === undefined || points <= 0 ? undefined : Math.round(points * pixelsPerPoint);
  });
  return element('img', {
    src,
    alt: typeof alt === 'string' ? alt : '',
    ...(typeof title === 'string' && title !== '' ? { title } : {}),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  });
}
