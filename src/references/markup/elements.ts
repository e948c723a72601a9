import { Tokenizer } from 'htmlparser2';
import type { Span } from '../link.ts';

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
