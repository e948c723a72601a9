import { SaxesParser } from 'saxes';
import { syntaxFault } from './syntaxFault.ts';
import { isList, isMap, type Tree, tooDeep } from './tree.ts';

interface Element {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: Map<string, Tree[]>;
  text: string;
}

const maxOpenElements = 1000;

/**
 * Reads XML. An attribute becomes the key `@name`, elements with the same name become a list, and the text beside them
 * becomes `#text`. The parser ignores entities declared in the document, so none can expand or read a file.
 */
export function readXml(text: string): Tree {
  const document: Element = { name: '', attributes: [], children: new Map(), text: '' };
  const open = [document];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw syntaxFault('XML', parser.line, error.message.replace(/^[\d:]+ /, ''));
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > maxOpenElements) throw tooDeep();
    const named = Object.entries(attributes).map(([key, value]) => [`@${key}`, value] as const);
    open.push({ name, attributes: named, children: new Map(), text: '' });
  });
  const addText = (piece: string): void => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    const siblings = open.at(-1)?.children;
    if (element === undefined || siblings === undefined) return;
    const namesakes = siblings.get(element.name);
    if (namesakes) namesakes.push(valueOf(element));
    else siblings.set(element.name, [valueOf(element)]);
  });
  parser.write(text).close();
  return valueOf(document);
}

function valueOf({ attributes, children, text }: Element): Tree {
  if (attributes.length === 0 && children.size === 0) return text;
  const elements = [...children].map(([name, values]) => [name, single(values)] as const);
  // White space between elements is only formatting.
  const own = children.size > 0 ? text.trim() : text;
  return new Map<string, Tree>([
    ...attributes,
    ...elements,
    ...(own === '' ? [] : [['#text', own] as const]),
  ]);
}

function single(values: readonly Tree[]): Tree {
  return values.length === 1 ? (values[0] ?? null) : values;
}

/** True if a tree has a single root element, as an XML document needs. */
export function hasRoot(tree: Tree): tree is ReadonlyMap<string, Tree> {
  return isMap(tree) && tree.size === 1 && ![...tree.values()].some(isList);
}
