import path from 'node:path';
import { own } from '../../util/own.ts';
import { BookLinks } from './bookLinks.ts';
import { textsIn, withChangedFiles } from './changedFiles.ts';
import { pageOfDrawing } from './drawnPage.ts';
import { visibleHtml } from './visibleHtml.ts';
import { childrenOf, type XmlElement, parseElement, writeElement } from './xmlTree.ts';

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
