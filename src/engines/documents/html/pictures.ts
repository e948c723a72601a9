import type { Element } from 'hast';
import { element, type Picture, textProperty } from '../tree/document.ts';
import { percentDecoded } from '../../../util/text.ts';
import { pointsIn } from './styles.ts';

const dataUri = /^data:(image\/[\w.+-]{1,50})((?:;[\w=.-]{1,50}){0,5}),/i;
const pixelsPerPoint = 4 / 3;

/** Returns the picture that a data URI contains, or `undefined` if it contains none. */
export function pictureOfData(address: string): Picture | undefined {
  const [start = '', mediaType, parameters = ''] = dataUri.exec(address) ?? [];
  if (mediaType === undefined) return undefined;
  const isBase64 = /;base64$/i.test(parameters);
  const content = address.slice(start.length);
  const plain = content.includes('%') ? percentDecoded(content) : content;
  const data = Buffer.from(plain, isBase64 ? 'base64' : 'utf8');
  return data.length === 0 ? undefined : { mediaType: mediaType.toLowerCase(), data };
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
