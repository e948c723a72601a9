import type { Element } from 'hast';
import { texOfMathMl } from '../html/mathMl.ts';
import { type Document, element } from '../tree/document.ts';
import { parseElement, type XmlElement } from '../xmlTree.ts';
import { readOpenDocument } from './read.ts';

/** Reads an OpenDocument text or presentation, with its formulas as TeX. @throws ConversionError */
export function readWithFormulas(bytes: Buffer): Document {
  return readOpenDocument(bytes, (mathMl) => texOfMathMl(treeOf(parseElement(mathMl))));
}

function treeOf({ name, attributes, children }: XmlElement): Element {
  return element(
    name.slice(name.indexOf(':') + 1),
    attributes,
    children.map((child) => (typeof child === 'string' ? child : treeOf(child))),
  );
}
