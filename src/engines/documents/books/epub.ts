import path from 'node:path';
import type { Root } from 'hast';
import { DomUtils, parseDocument } from 'htmlparser2';
import { fault } from '../../../contract/fault.ts';
import { ownValue } from '../../../util/ownValue.ts';
import { percentDecoded } from '../../../util/text.ts';
import { ConversionError, damaged } from '../../api/conversionError.ts';
import { cleanHtml } from '../html/clean.ts';
import { placesOf, visitElements } from '../html/notes.ts';
import { parseMarkup } from '../html/parse.ts';
import { drawnTexts } from '../html/text.ts';
import { type Document, element, type Picture, textProperty } from '../tree/document.ts';
import { BookFiles } from './bookFiles.ts';

const svg = 'image/svg+xml';
/** The media types of chapters in EPUB and its predecessors. */
const chapterTypes = /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document)$/i;
/** Encryption that only concerns fonts, so that the book can be read. */
const fontEncryption: ReadonlySet<string> = new Set([
  'http://www.idpf.org/2008/embedding',
  'http://ns.adobe.com/pdf/enc#RC',
]);

interface Item {
  readonly name: string;
  readonly mediaType: string;
}

interface Chapter {
  readonly name: string;
  readonly root: Root;
  /** The id of the chapter's beginning. */
  readonly start: string;
  readonly ids: ReadonlySet<string>;
}

/** Reads an EPUB book. @throws ConversionError, also if nothing in it can be read */
export function readBook(bytes: Buffer): Document {
  const files = new BookFiles(bytes);
  const book = packageOf(files);
  const encrypted = encryptedNames(files);
  const readable = book.spine.filter(({ name }) => !encrypted.has(name));
  if (book.spine.length > 0 && readable.length === 0) throw new ConversionError(fault('document.encrypted'));
  const chapters = readable.flatMap((item, at) => chapterIn(files, item, `chapter-${at + 1}`));
  connect(chapters, book.pictures);
  const root: Root = { type: 'root', children: chapters.flatMap((chapter) => chapter.root.children) };
  const pictures = new Map<string, Picture | undefined>();
  const document = cleanHtml(root, {
    resolve: (name) => {
      const mediaType = book.pictures.get(name);
      if (mediaType === undefined || encrypted.has(name)) return undefined;
      if (!pictures.has(name)) {
        const data = files.read(name);
        pictures.set(name, data === undefined ? undefined : { mediaType, data });
      }
      return pictures.get(name);
    },
  });
  if (document.root.children.length === 0) throw damaged('book');
  const { title, author, date, language } = book;
  return { root: document.root, pictures: document.pictures, title, author, date, language };
}

type Node = ReturnType<typeof parseDocument>;

function packageOf(files: BookFiles) {
  const named = elementsIn(xmlIn(files, 'META-INF/container.xml'), 'rootfile')[0]?.attribs ?? {};
  const name = ownValue(named, 'full-path') ?? files.names.find((each) => /\.opf$/i.test(each)) ?? '';
  const root = xmlIn(files, name);
  const items = new Map<string, Item>();
  for (const { attribs } of elementsIn(root, 'item')) {
    const file = fileAt(ownValue(attribs, 'href') ?? '', name);
    const mediaType = ownValue(attribs, 'media-type') ?? '';
    if (file !== undefined) items.set(ownValue(attribs, 'id') ?? '', { name: file, mediaType });
  }
  const spine = elementsIn(root, 'itemref')
    .flatMap(({ attribs }) => items.get(ownValue(attribs, 'idref') ?? '') ?? [])
    .filter(({ mediaType }) => chapterTypes.test(mediaType) || mediaType === svg);
  const fieldOf = (field: string): string | undefined => {
    const [metadata] = elementsIn(root, 'metadata');
    const found =
      metadata &&
      elementsIn(metadata, field).map((each) => DomUtils.textContent(each).replaceAll(/\s+/g, ' ').trim());
    return found?.find((text) => text !== '');
  };
  return {
    spine: [...new Map(spine.map((item) => [item.name, item])).values()],
    pictures: new Map(
      [...items.values()]
        .filter(({ mediaType }) => mediaType.startsWith('image/'))
        .map((item) => [item.name, item.mediaType]),
    ),
    title: fieldOf('title'),
    author: fieldOf('creator'),
    date: fieldOf('date'),
    language: fieldOf('language'),
  };
}

function xmlIn(files: BookFiles, name: string): Node {
  return parseDocument(files.text(name) ?? '', { xmlMode: true });
}

/** Returns the descendants with a name, whatever its prefix. */
function elementsIn(node: Node | Parameters<typeof DomUtils.getElementsByTagName>[1], name: string) {
  return DomUtils.getElementsByTagName((each) => each.slice(each.indexOf(':') + 1) === name, node, true);
}

/** Returns the name of the file at an address, or `undefined` if it's outside of the book. */
function fileAt(address: string, from: string): string | undefined {
  if (/^(?:[a-z][\w+.-]*:|\/)/i.test(address)) return undefined;
  const [file = ''] = address.split(/[#?]/, 1);
  return file === '' ? from : path.posix.join(path.posix.dirname(from), percentDecoded(file));
}

function encryptedNames(files: BookFiles): ReadonlySet<string> {
  const data = elementsIn(xmlIn(files, 'META-INF/encryption.xml'), 'EncryptedData').filter((each) => {
    const [method] = elementsIn(each.children, 'EncryptionMethod');
    return !fontEncryption.has(ownValue(method?.attribs ?? {}, 'Algorithm') ?? '');
  });
  const references = data.flatMap((each) => elementsIn(each.children, 'CipherReference'));
  return new Set(references.map(({ attribs }) => percentDecoded(ownValue(attribs, 'URI') ?? '')));
}

function chapterIn(files: BookFiles, { name, mediaType }: Item, start: string): Chapter[] {
  const markup = files.text(name);
  if (markup === undefined) return [];
  const root = parseMarkup(markup, true);
  if (mediaType === svg) showTexts(root, path.posix.basename(name));
  const ids = new Set<string>();
  visitElements(root, (node) => {
    for (const id of placesOf(node)) ids.add(id);
    if (node.tagName !== 'link' || String(node.properties['rel']) !== 'stylesheet') return;
    const css = fileAt(textProperty(node, 'href') ?? '', name);
    // Chapters share style sheets.
    const text = css === undefined || files.isRead(css) ? '' : (files.text(css) ?? '');
    Object.assign(node, element('style', {}, [text]));
  });
  return [{ name, root, start, ids }];
}

/** Shows the texts of a page that is a drawing without pictures, or else its title, or its file name in brackets. */
function showTexts(root: Root, fileName: string): void {
  visitElements(root, (node) => {
    if (node.tagName !== 'svg') return;
    const [texts = [], titles = [], descriptions = [], images = []] = ['text', 'title', 'desc', 'image'].map(
      (wanted) => drawnTexts(node, wanted),
    );
    if (images.length > 0) return;
    const named = texts.length > 0 ? texts : [...titles, ...descriptions];
    const shown = named.length > 0 ? named : [`[${fileName}]`];
    const paragraphs = shown.map((text) => element('p', {}, [text]));
    Object.assign(node, element('div', {}, paragraphs));
  });
}

/** Makes ids unique in the book, links to chapters lead to ids, and addresses of pictures names of files. */
function connect(chapters: readonly Chapter[], pictures: ReadonlyMap<string, string>): void {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { ids } of chapters) for (const id of ids) (seen.has(id) ? shared : seen).add(id);
  const byName = new Map(chapters.map((chapter) => [chapter.name, chapter]));
  const idIn = ({ start }: Chapter, id: string): string => (shared.has(id) ? `${start}-${id}` : id);
  for (const chapter of chapters) {
    visitElements(chapter.root, (node) => {
      const { properties } = node;
      const id = textProperty(node, 'id');
      const name = node.tagName === 'a' ? textProperty(node, 'name') : undefined;
      if (id !== undefined) properties['id'] = idIn(chapter, id);
      if (name !== undefined) properties['name'] = idIn(chapter, name);
      if (node.tagName === 'body') node.children.unshift(element('a', { id: chapter.start }));
      const href = textProperty(node, 'href');
      if (node.tagName === 'a' && href !== undefined) {
        const target = byName.get(fileAt(href, chapter.name) ?? '');
        const place = percentDecoded(href.split('#', 2)[1] ?? '');
        if (target !== undefined)
          properties['href'] = `#${target.ids.has(place) ? idIn(target, place) : target.start}`;
      }
      for (const key of ['src', 'xLinkHref', ...(node.tagName === 'image' ? ['href'] : [])]) {
        const address = textProperty(node, key);
        const file = address === undefined ? undefined : fileAt(address, chapter.name);
        if (file !== undefined && pictures.has(file)) Object.assign(properties, { [key]: file });
      }
    });
  }
}
