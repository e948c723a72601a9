import path from 'node:path';
import { Parser } from 'htmlparser2';
import { own } from '../../util/own.ts';
import { percentDecoded } from '../../util/text.ts';
import { escapeMarkup } from '../lib/escapeMarkup.ts';
import { textsIn, withChangedFiles } from './changedFiles.ts';
import { type Edit, edited, visibleHtml } from './visibleHtml.ts';
import { childrenOf, parseElement, writeElement, type XmlElement } from './xmlTree.ts';

const containerName = 'META-INF/container.xml';
const encryptionName = 'META-INF/encryption.xml';
const metadataNamespace = 'http://purl.org/dc/elements/1.1/';
const declaring = 'xmlns:';
const xhtml = 'application/xhtml+xml';
const svg = 'image/svg+xml';
/** The media types of chapters in EPUB and its predecessors. */
const chapterTypes = /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document)$/i;
/** The file extensions by which officeparser recognizes chapters. */
const chapterExtension = /\.(?:x?html|htm|xht|xml)$/i;

/**
 * Rewrites an EPUB book for officeparser, which doesn't resolve prefixes in the package file and recognizes chapters
 * only by file extension. Returns a book unchanged if it can't be unpacked or parsed, so that officeparser reports the
 * error.
 */
export function normalizeBook(book: Buffer): Buffer {
  try {
    return rewritten(book);
  } catch {
    return book;
  }
}

function rewritten(book: Buffer): Buffer {
  const outer = textsIn(book, (name) => name === containerName || name === encryptionName);
  const container = plainElement(parseElement(outer.get(containerName) ?? ''), new Map());
  const packageName = packageNameIn(container);
  const parsed = parseElement(textsIn(book, (name) => name === packageName).get(packageName) ?? '');
  const names = new Map<string, string>();
  const drawings = new Set<string>();
  const root = plainElement(parsed, new Map());
  const spine = childrenOf(childrenOf(root, 'spine')[0], 'itemref');
  const pages = new Set(spine.map(({ attributes }) => own(attributes, 'idref')));
  for (const item of childrenOf(childrenOf(root, 'manifest')[0], 'item')) {
    const isDrawing = own(item.attributes, 'media-type') === svg && pages.has(own(item.attributes, 'id'));
    const name = isDrawing || isChapter(item) ? fileOf(item, packageName) : undefined;
    if (name === undefined) continue;
    if (isDrawing) drawings.add(name);
    // Encrypted files are listed by name, so they aren't renamed.
    const isKnown = chapterExtension.test(name) || outer.has(encryptionName);
    names.set(name, isKnown ? name : `${name}.xhtml`);
    item.attributes['media-type'] = xhtml;
    if (!isKnown) item.attributes['href'] = `${own(item.attributes, 'href')}.xhtml`;
  }
  root.attributes['xmlns:dc'] = metadataNamespace;
  // Unpacks the chapters within the limits before any of them is changed.
  const chapters = textsIn(book, (name) => names.has(name));
  if (chapters.size === 0) return book;
  const links = new BookLinks(chapters);
  const changed = (text: string, name: string): string => {
    if (name === packageName) return writeElement(root);
    if (name === containerName) return writeElement(container);
    if (drawings.has(name)) return pageOfDrawing(text, name);
    // Books that aren't in UTF-8 are older than the attributes that hide elements, so they need no changes.
    return text.includes('\ufffd') ? text : visibleHtml(links.inDocument(text, name), { isXml: true });
  };
  return withChangedFiles(
    book,
    (name) => name === packageName || name === containerName || names.has(name),
    changed,
    (name) => names.get(name) ?? name,
  );
}

function packageNameIn(container: XmlElement): string {
  const files = childrenOf(childrenOf(container, 'rootfiles')[0], 'rootfile');
  return own(files[0]?.attributes ?? {}, 'full-path') ?? '';
}

function isChapter({ attributes }: XmlElement): boolean {
  return chapterTypes.test(own(attributes, 'media-type') ?? '');
}

/** Returns the name of the file that an item of the package refers to. */
function fileOf({ attributes }: XmlElement, packageName: string): string | undefined {
  const href = own(attributes, 'href');
  if (href === undefined) return undefined;
  return path.posix.join(path.posix.dirname(packageName), decodeURI(href.split('#', 1)[0] ?? ''));
}

/** Returns the element without prefixes in its names, except for `dc`, which marks metadata. */
function plainElement(from: XmlElement, outer: ReadonlyMap<string, string>): XmlElement {
  const entries = Object.entries(from.attributes);
  const declared = entries.filter(([name]) => name.startsWith(declaring));
  const spaces = new Map([
    ...outer,
    ...declared.map(([name, value]) => [name.slice(declaring.length), value] as const),
  ]);
  const [prefix, local] = from.name.includes(':') ? from.name.split(':', 2) : ['', from.name];
  return {
    name: spaces.get(prefix ?? '') === metadataNamespace ? `dc:${local}` : (local ?? ''),
    // Attributes with a prefix are dropped: without a declaration of the prefix, they would be an error.
    attributes: Object.fromEntries(entries.filter(([name]) => name !== 'xmlns' && !name.includes(':'))),
    children: from.children.map((child) => (typeof child === 'string' ? child : plainElement(child, spaces))),
  };
}

const idAttribute = /(\sid\s*)=\s*(?:"[^"]*"|'[^']*')/;
const hrefAttribute = /(\shref\s*)=\s*(?:"[^"]*"|'[^']*')/;

interface Chapter {
  /** The id of the chapter's beginning. */
  readonly start: string;
  readonly ids: ReadonlySet<string>;
}

/** The links between a book's chapters, which become links inside one document. */
class BookLinks {
  readonly #chapters = new Map<string, Chapter>();
  /** Ids that several chapters have. */
  readonly #shared = new Set<string>();

  /** @param texts the chapters, by file name */
  constructor(texts: ReadonlyMap<string, string>) {
    const seen = new Set<string>();
    for (const [name, text] of texts) {
      const ids = idsIn(text);
      for (const id of ids) (seen.has(id) ? this.#shared : seen).add(id);
      this.#chapters.set(name, { start: `chapter-${this.#chapters.size + 1}`, ids });
    }
  }

  /** Returns a chapter in which ids are unique in the book, and links to chapters lead to ids. */
  inDocument(text: string, name: string): string {
    const chapter = this.#chapters.get(name);
    if (chapter === undefined) return text;
    const edits: Edit[] = [];
    const parser = new Parser(
      {
        onopentag: (element, attributes) => {
          const [start, end] = [parser.startIndex, parser.endIndex + 1];
          const tag = text.slice(start, end);
          const id = own(attributes, 'id');
          const href = element === 'a' ? own(attributes, 'href') : undefined;
          const target = href === undefined ? undefined : this.#targetOf(href, name);
          let changed = tag;
          if (id !== undefined) changed = withAttribute(changed, idAttribute, this.#idIn(chapter, id));
          if (target !== undefined) changed = withAttribute(changed, hrefAttribute, `#${target}`);
          if (element === 'body') changed += `<a id="${chapter.start}"></a>`;
          if (changed !== tag) edits.push({ start, end, text: changed });
        },
      },
      { xmlMode: true },
    );
    parser.end(text);
    return edited(text, edits);
  }

  #targetOf(href: string, from: string): string | undefined {
    if (/^(?:[a-z][\w+.-]*:|\/)/i.test(href)) return undefined;
    const [file = '', id = ''] = href.split('#', 2).map(percentDecoded);
    const name = file === '' ? from : path.posix.join(path.posix.dirname(from), file);
    const chapter = this.#chapters.get(name);
    return chapter && (chapter.ids.has(id) ? this.#idIn(chapter, id) : chapter.start);
  }

  #idIn({ start }: Chapter, id: string): string {
    return this.#shared.has(id) ? `${start}-${id}` : id;
  }
}

function idsIn(text: string): Set<string> {
  const ids = new Set<string>();
  const parser = new Parser(
    {
      onattribute: (name, value) => {
        if (name === 'id') ids.add(value);
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return ids;
}

function withAttribute(tag: string, attribute: RegExp, value: string): string {
  return tag.replace(attribute, (_, name: string) => `${name}="${escapeMarkup(value)}"`);
}

/** Elements whose content isn't drawn where it is. */
const undrawn: ReadonlySet<string> = new Set(['defs', 'metadata', 'style', 'script', 'symbol']);
const moving = ['x', 'y', 'dx', 'dy'] as const;

/** Returns an XHTML page with the text of an SVG drawing, or else with its title, or its file name in brackets. */
function pageOfDrawing(svg: string, fileName: string): string {
  const root = parseElement(svg);
  const texts = drawnTexts(root, 'text');
  const named = texts.length > 0 ? texts : [...drawnTexts(root, 'title'), ...drawnTexts(root, 'desc')];
  const shown = named.length > 0 ? named : [`[${path.posix.basename(fileName)}]`];
  const paragraphs = shown.map((text) => `<p>${escapeMarkup(text)}</p>`).join('');
  return `<html xmlns="http://www.w3.org/1999/xhtml"><body>${paragraphs}</body></html>`;
}

function drawnTexts(element: XmlElement, wanted: string): string[] {
  const name = element.name.replace(/^.*:/, '');
  if (undrawn.has(name)) return [];
  if (name === wanted)
    return [drawnText(element).replaceAll(/\s+/g, ' ').trim()].filter((text) => text !== '');
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : drawnTexts(child, wanted)));
}

/** Returns all text in an element, with a space before each part that has its own position. */
function drawnText({ children }: XmlElement): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child;
      return (moving.some((side) => own(child.attributes, side) !== undefined) ? ' ' : '') + drawnText(child);
    })
    .join('');
}
