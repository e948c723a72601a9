import type { Root } from 'hast';
import { percentDecoded, wordsIn } from '../../../util/text.ts';
import { depthFault } from '../faults.ts';
import { type Document, type Picture, textIn, textProperty, withoutEmptyPages } from '../tree/document.ts';
import { blockHandlers } from './blocks.ts';
import { ContentReader } from './content.ts';
import { addressIn } from './elements.ts';
import { inlineHandlers } from './inlines.ts';
import { Notes, visitElements } from './notes.ts';
import { StyleSheets } from './styles.ts';

interface CleaningOptions {
  /** The page's own name, by which its links may refer to it. */
  readonly fileName?: string | undefined;
  /** Returns the picture at an address, or the address to use instead. */
  readonly resolve?: (address: string) => Picture | string | undefined;
}

const authorNames: ReadonlySet<string> = new Set(['author', 'dc.creator', 'dcterms.creator']);
const dateNames = wordsIn('article:published_time date dc.date dcterms.created dcterms.date');

/**
 * Makes a document of HTML as a browser parses it: what a browser shows, in elements that keep the document's contract.
 * The HTML may contain the contract's own elements.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export function cleanHtml(
  root: Root,
  { fileName, resolve = () => undefined }: CleaningOptions = {},
): Document {
  const sheets = new StyleSheets();
  const notes = new Notes();
  const linked = new Set<string>();
  const fields = new Map<'author' | 'date' | 'language' | 'title', string>();
  let base: URL | undefined;
  let hasLinkedStyles = false;
  let hasMathScripts = false;
  const setField = (name: 'author' | 'date' | 'language' | 'title', text: string | undefined): void => {
    const value = text?.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (value !== '' && !fields.has(name)) fields.set(name, value);
  };
  visitElements(root, (node, around) => {
    notes.see(node, around);
    if (node.tagName === 'a') {
      const target = addressIn({ base: undefined, fileName }, textProperty(node, 'href') ?? '');
      if (target?.startsWith('#') === true) linked.add(percentDecoded(target.slice(1)));
    } else if (node.tagName === 'style') sheets.add(textIn(node));
    else if (node.tagName === 'link') hasLinkedStyles ||= String(node.properties['rel']) === 'stylesheet';
    else if (node.tagName === 'script')
      hasMathScripts ||= /^math\/tex/i.test(textProperty(node, 'type') ?? '');
    else if (node.tagName === 'title' && around.parent?.tagName !== 'svg') setField('title', textIn(node));
    else if (node.tagName === 'html' || node.tagName === 'body')
      setField('language', textProperty(node, 'lang') ?? textProperty(node, 'xmlLang'));
    else if (node.tagName === 'base') base ??= urlIn(textProperty(node, 'href') ?? '');
    else if (node.tagName === 'meta') {
      const name = (textProperty(node, 'name') ?? textProperty(node, 'property') ?? '').toLowerCase();
      if (authorNames.has(name)) setField('author', textProperty(node, 'content'));
      if (dateNames.has(name)) setField('date', textProperty(node, 'content'));
    }
  });
  notes.connect();
  const isBackgroundKnown = sheets.isBackgroundKnown && !hasLinkedStyles;
  const page = { sheets, notes, linked, hasMathScripts, base, fileName, resolve };
  const start = {
    chain: [],
    style: {},
    background: isBackgroundKnown ? '#ffffff' : undefined,
    isInvisible: false,
    quotes: 0,
  };
  const reader = new ContentReader(page, start, { blocks: blockHandlers, inlines: inlineHandlers });
  try {
    const children = withoutEmptyPages(reader.read(root.children));
    return {
      root: { type: 'root', children },
      pictures: reader.pictures.byName,
      ...Object.fromEntries(fields),
    };
  } catch (error) {
    throw depthFault(error);
  }
}

function urlIn(href: string): URL | undefined {
  return URL.canParse(href) ? new URL(href) : undefined;
}
