import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { damaged } from '../../api/conversionError.ts';
import { pointsPerInch } from '../../lib/paper.ts';
import type { Size } from '../tree/sizedPictures.ts';
import { element, elementsOf, parseElement, writeFragment, type XmlElement } from '../xmlTree.ts';
import { Typesetter } from './typesetter.ts';
import { writePdf } from './writePdf.ts';

/** CSS pixels per inch. */
const density = 96;
const textElements: ReadonlySet<string> = new Set(['text', 'tspan', 'textPath']);
const monospaced = /\b(?:monospace|mono|courier|consolas|menlo)\b/i;

/** Other fonts than the bundled ones may lack bold and italic letters. */
const plainStyle = '; font-weight: normal; font-style: normal';

/**
 * Draws an SVG on a page of its size, as shapes and text, with embedded fonts.
 * @param size its size in CSS pixels
 * @throws ConversionError
 */
export async function printDrawing(svg: string, size: Size, outputPath: string): Promise<void> {
  const typesetter = new Typesetter();
  const root = rootOf(svg);
  const { attributes } = root;
  // The color of text on a web page, which shapes can refer to.
  attributes['color'] ??= 'black';
  attributes['viewBox'] ??= `0 0 ${size.width} ${size.height}`;
  Object.assign(attributes, { width: String(size.width), height: String(size.height) });
  prepare(root, typesetter, gradientsIn(root), false);
  const [width = 1, height = 1] = [size.width, size.height].map(
    (pixels) => (pixels * pointsPerInch) / density,
  );
  const definition: TDocumentDefinitions = {
    content: [{ svg: writeFragment(root), width, height }],
    defaultStyle: { font: typesetter.text.name },
    pageSize: { width, height },
    pageMargins: 0,
  };
  await writePdf(definition, typesetter, outputPath);
}

function rootOf(svg: string): XmlElement {
  try {
    return parseElement(svg);
  } catch (error) {
    throw damaged('image', error);
  }
}

/** The gradients of a drawing, by their addresses. */
type Gradients = ReadonlyMap<string, XmlElement>;

function gradientsIn(root: XmlElement): Gradients {
  const found = new Map<string, XmlElement>();
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.name.endsWith('Gradient')) found.set(`#${node.attributes['id']}`, node);
    waiting.push(...elementsOf(node));
  }
  return found;
}

/** Returns the stops of a gradient, or of the one that it refers to, perhaps of another kind. */
function stopsOf(
  gradient: XmlElement,
  gradients: Gradients,
  seen = new Set([gradient]),
): XmlElement['children'] {
  const { attributes, children } = gradient;
  const base = gradients.get(attributes['href'] ?? attributes['xlink:href'] ?? '');
  if (elementsOf(gradient).length > 0 || base === undefined || seen.has(base)) return children;
  return stopsOf(base, gradients, seen.add(base));
}

function isForeignAddress(attribute: string, value: string): boolean {
  return (attribute === 'href' || attribute === 'xlink:href') && !/^\s*(?:#|data:)/.test(value);
}

/**
 * Rewrites what svg-to-pdfkit doesn't support: gradients that refer to another kind, important styles, and fonts that
 * lack characters. Removes addresses of other files, which it would open.
 */
function prepare(node: XmlElement, typesetter: Typesetter, gradients: Gradients, isCode: boolean): void {
  node.name = node.name.replace(/^svg:/, '');
  node.attributes = Object.fromEntries(
    Object.entries(node.attributes).filter(([key, value]) => !isForeignAddress(key, value)),
  );
  const { name, attributes } = node;
  const code = isCode || monospaced.test(`${attributes['font-family']} ${attributes['style']}`);
  if (attributes['style'] !== undefined)
    attributes['style'] = attributes['style'].replaceAll('!important', '');
  if (gradients.get(`#${attributes['id']}`) === node) node.children = [...stopsOf(node, gradients)];
  node.children = node.children.flatMap((child): (XmlElement | string)[] => {
    if (typeof child !== 'string') {
      prepare(child, typesetter, gradients, code);
      return [child];
    }
    if (!textElements.has(name) || child.trim() === '') return [child];
    const bundled = code ? typesetter.code : typesetter.text;
    return typesetter.runs(child, { code }).map(({ text, font }) => {
      const style = `font-family: ${font}${font === bundled.name ? '' : plainStyle}`;
      return element('tspan', { style }, [text]);
    });
  });
}
