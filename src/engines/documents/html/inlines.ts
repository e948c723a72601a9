import type { Element } from 'hast';
import { percentDecoded } from '../../../util/text.ts';
import { element, hasClass, type Picture, textIn, textProperty } from '../tree/document.ts';
import type { ContentReader, Handler } from './content.ts';
import { addressIn, descendants } from './elements.ts';
import { type Context, within, without } from './look.ts';
import { type Declarations, pointsIn } from './styles.ts';
import { drawnTexts } from './text.ts';

const quotes = [
  ['“', '”'],
  ['‘', '’'],
] as const;
/** The only namespace besides XHTML whose elements are read in a book's `epub:switch`. */
const mathNamespace = 'http://www.w3.org/1998/Math/MathML';
const videoAddress = /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/;
const hiddenInputs: ReadonlySet<string> = new Set(['file', 'hidden', 'password', 'range', 'color']);

/** Elements with a meaning of their own that are part of a line. */
export const inlineHandlers: Readonly<Record<string, Handler>> = {
  a: link,
  br: (reader) => reader.flow.lineBreak(),
  'epub:switch': switched,
  iframe: (reader, node, context) => {
    const [, video] = videoAddress.exec(textProperty(node, 'src') ?? '') ?? [];
    const href = `https://www.youtube.com/watch?v=${video}`;
    if (video !== undefined) reader.text(textProperty(node, 'title') ?? href, within(context, 'a', { href }));
  },
  img: (reader, node, context, declared) => picture(reader, node, addressOf(node), context, declared),
  input: input,
  q: (reader, node, context) => {
    const [open, close] = quotes[context.quotes % 2 === 0 ? 0 : 1];
    reader.text(open, context);
    reader.all(node.children, { ...context, quotes: context.quotes + 1 });
    reader.text(close, context);
  },
  rt: (reader, node, context) => {
    reader.text('(', context);
    reader.all(node.children, context);
    reader.text(')', context);
  },
  select: (reader, node, context) => {
    const options = descendants(node, 'option');
    const chosen = options.filter(({ properties }) => properties['selected'] === true);
    const isList = node.properties['multiple'] === true || Number(node.properties['size'] ?? 1) > 1;
    const shown = isList ? options : chosen.length > 0 ? chosen.slice(-1) : options.slice(0, 1);
    reader.text(shown.map(textIn).join(', '), context);
  },
  svg: (reader, node, context, declared) => {
    const images = descendants(node, 'image');
    for (const image of images) {
      const address = textProperty(image, 'href') ?? textProperty(image, 'xLinkHref');
      picture(reader, image, address, context, declared);
    }
    if (images.length === 0) reader.text(drawnTexts(node, 'text').join(' '), context);
  },
  textarea: (reader, node, context) => reader.all(node.children, { ...context, keepsSpace: true }),
};

function link(reader: ContentReader, node: Element, context: Context): void {
  reader.mark(node);
  const href = addressIn(reader.page, textProperty(node, 'href') ?? '');
  const title = textProperty(node, 'title');
  const inner = href === undefined ? context : within(without(context, 'a'), 'a', { href, title });
  reader.all(node.children, inner);
}

function picture(
  reader: ContentReader,
  node: Element,
  address: string | undefined,
  context: Context,
  declared: Declarations,
): void {
  const alt = textProperty(node, 'alt') ?? '';
  const isEmoji = hasClass(node, 'emoji', 'wp-smiley') && /^\P{ASCII}/u.test(alt);
  const src = address === undefined || isEmoji ? undefined : sourceOf(reader, address);
  reader.mark(node);
  if (src === undefined) reader.text(alt, context);
  else if (!context.isInvisible) reader.flow.inline(pictureElement(node, src, declared), context.chain);
}

function sourceOf(reader: ContentReader, address: string): string | undefined {
  if (/^data:/i.test(address)) return reader.pictures.add(address, () => pictureOfData(address));
  const resolved = reader.page.resolve(address);
  if (typeof resolved === 'object') return reader.pictures.add(resolved, () => resolved);
  const source = addressIn(reader.page, resolved ?? address);
  // Such an address would be taken for the name of one of the document's own pictures.
  return source !== undefined && /^picture\d+\./.test(source) ? `./${source}` : source;
}

function input(reader: ContentReader, node: Element, context: Context, declared: Declarations): void {
  const { checked, value } = node.properties;
  const type = (textProperty(node, 'type') ?? 'text').toLowerCase();
  if (type === 'checkbox' && context.isItem === true && reader.flow.isAtStart) {
    reader.flow.checkBox(element('input', { type, checked: checked === true, disabled: true }));
  } else if (type === 'checkbox') reader.text(checked === true ? '☑' : '☐', context);
  else if (type === 'radio') reader.text(checked === true ? '◉' : '○', context);
  else if (type === 'image') picture(reader, node, addressOf(node), context, declared);
  else if (!hiddenInputs.has(type)) reader.text(String(value ?? ''), context);
}

function switched(reader: ContentReader, node: Element, context: Context): void {
  const shown = node.children.find(
    (child) =>
      child.type === 'element' &&
      (child.tagName === 'epub:default' || textProperty(child, 'required-namespace') === mathNamespace),
  );
  if (shown?.type === 'element') reader.all(shown.children, context);
}

const dataUri = /^data:(image\/[\w.+-]{1,50})((?:;[\w=.-]{1,50}){0,5}),/i;
const pixelsPerPoint = 4 / 3;

/** Returns the picture that a data URI contains, or `undefined` if it contains none. */
function pictureOfData(address: string): Picture | undefined {
  const [start = '', mediaType, parameters = ''] = dataUri.exec(address) ?? [];
  if (mediaType === undefined) return undefined;
  const isBase64 = /;base64$/i.test(parameters);
  const content = address.slice(start.length);
  const plain = content.includes('%') ? percentDecoded(content) : content;
  const data = Buffer.from(plain, isBase64 ? 'base64' : 'utf8');
  return data.length === 0 ? undefined : { mediaType: mediaType.toLowerCase(), data };
}

/** Returns the address of a picture, or of the first of several that differ in size. */
function addressOf(image: Element): string | undefined {
  const sources = image.properties['srcSet'] ?? image.properties['dataSrcSet'];
  const [first] = String(sources ?? '')
    .trim()
    .split(/[\s,]+/, 1);
  const found = [textProperty(image, 'src'), textProperty(image, 'dataSrc'), first];
  return found.find((each) => each !== undefined && each.trim() !== '')?.trim();
}

/** Makes the element of a picture with this `src`. */
function pictureElement(from: Element, src: string, declared: Declarations): Element {
  const [width, height] = (['width', 'height'] as const).map((side) => {
    const length = declared.get(side) ?? String(from.properties[side] ?? '');
    const points = /(?:%|em)$/.test(length) ? undefined : pointsIn(length);
    return points === undefined || points <= 0 ? undefined : Math.round(points * pixelsPerPoint);
  });
  const alt = textProperty(from, 'alt') ?? '';
  return element('img', { src, alt, title: textProperty(from, 'title') || undefined, width, height });
}
