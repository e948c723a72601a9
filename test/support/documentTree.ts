import type { Element, Properties } from 'hast';
import { type Document, element } from '../../src/engines/documents/tree/document.ts';
import { parseElement, type XmlElement } from '../../src/engines/documents/xmlTree.ts';

/** Makes a document from XML with the names of HTML, such as `<p>One<footnote id="a"><p>Two</p></footnote></p>`. */
export function treeOf(markup: string, facts: Omit<Partial<Document>, 'root'> = {}): Document {
  const { children } = hastOf(parseElement(`<body>${markup}</body>`));
  return { root: { type: 'root', children }, pictures: new Map(), ...facts };
}

const properties: Readonly<Record<string, (value: string) => Properties>> = {
  checked: () => ({ checked: true }),
  class: (value) => ({ className: value.split(' ') }),
  colspan: (value) => ({ colSpan: Number(value) }),
  'data-label': (value) => ({ dataLabel: value }),
  rowspan: (value) => ({ rowSpan: Number(value) }),
  start: (value) => ({ start: Number(value) }),
};

function hastOf({ name, attributes, children }: XmlElement): Element {
  const made = Object.entries(attributes).map(([key, value]) => properties[key]?.(value) ?? { [key]: value });
  const content = children.map((child) => (typeof child === 'string' ? child : hastOf(child)));
  return element(name, Object.assign({}, ...made), content);
}
