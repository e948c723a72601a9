import { Tokenizer } from 'htmlparser2';
import type { Span } from './link.ts';
import type { PictureSize } from './snippets.ts';

/** An attribute. The range covers its value. */
export interface Attribute extends Span {
  /** The attribute's name in its original case. */
  readonly name: string;
}

/** The start tag of an element, and its content if that isn't markup. */
export interface MarkupElement {
  /** The element's name in lower case. */
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** The range of the content of a `script` or `style`. */
  readonly content: Span | undefined;
}

const withText = new Set(['script', 'style']);

const nothing = (): void => {};

/** The elements of a page or component, in order. Tolerates wrong nesting. */
export function elementsOf(text: string): MarkupElement[] {
  const elements: MarkupElement[] = [];
  let attributes: Attribute[] = [];
  let [name, attribute] = ['', ''];
  const finish = (): void => {
    elements.push({ name, attributes, content: undefined });
    attributes = [];
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (start, end) => (name = text.slice(start, end).toLowerCase()),
      onattribname: (start, end) => (attribute = text.slice(start, end)),
      onattribdata: (start, end) => void attributes.push({ name: attribute, start, end }),
      onopentagend: finish,
      onselfclosingtag: () => {
        finish();
        name = '';
      },
      ontext: (start, end) => {
        const last = elements.at(-1);
        if (last === undefined || name !== last.name || !withText.has(name)) return;
        elements[elements.length - 1] = { ...last, content: { start: last.content?.start ?? start, end } };
      },
      onclosetag: () => (name = ''),
      onattribend: nothing,
      onattribentity: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
      ontextentity: nothing,
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  return elements;
}

/**
 * The size at which an SVG is displayed: its width and height in pixels, else the size of its view box; `undefined` if
 * it has neither.
 */
export function drawingSize(svg: string): PictureSize | undefined {
  const root = elementsOf(svg).find(({ name }) => name === 'svg');
  const valueOf = (name: string): string => {
    const found = root?.attributes.find((attribute) => attribute.name === name);
    return found === undefined ? '' : svg.slice(found.start, found.end).trim();
  };
  const [width, height] = [pixels(valueOf('width')), pixels(valueOf('height'))];
  if (width !== undefined && height !== undefined) return { width, height };
  const [, , boxWidth = '', boxHeight = ''] = valueOf('viewBox').split(/[\s,]+/);
  const box = { width: pixels(boxWidth), height: pixels(boxHeight) };
  return box.width === undefined || box.height === undefined
    ? undefined
    : { width: box.width, height: box.height };
}

/** Parses a length in pixels. Ignores other units, because their size depends on the screen. */
function pixels(value: string): number | undefined {
  const number = /^\d+(?:\.\d+)?(?:px)?$/.test(value) ? Math.round(Number.parseFloat(value)) : 0;
  return number > 0 ? number : undefined;
}
