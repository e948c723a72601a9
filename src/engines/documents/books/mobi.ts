import { initKf8File, initMobiFile, type Kf8, type Mobi } from '@lingo-reader/mobi-parser';
import { resolveObjectURL } from 'node:buffer';
import { ownValue } from '../../../util/ownValue.ts';
import { damaged, isConversionError } from '../../api/conversionError.ts';
import { cleanHtml } from '../html/clean.ts';
import { parseMarkup } from '../html/parse.ts';
import type { Document, Picture } from '../tree/document.ts';
import { checkRecords, checkUnlocked } from './palmRecords.ts';

/** In Mobipocket books, headings are paragraphs with font sizes from 4 to 7. Body text has size 3. */
const large = /^<font size="([4-7])"><b>([\s\S]*)<\/b><\/font>$/i;
const headingLevels: Readonly<Record<string, number>> = { 7: 1, 6: 1, 5: 2, 4: 3 };

/** Reads a Mobipocket or Kindle book. @throws ConversionError */
export async function readMobi(bytes: Buffer): Promise<Document> {
  // The parser would wait forever for records beyond the end of the file, and read encrypted text as plain text.
  checkRecords(bytes);
  checkUnlocked(bytes);
  let book: Kf8 | Mobi | undefined;
  try {
    book = await openBook(bytes);
    endAfterText(book);
    const chapters = book.getSpine().map(({ id }) => book?.loadChapter(id)?.html ?? '');
    const { title, author, language } = book.getMetadata();
    const body = withLinks(chapters.map(tidied).join('\n'), book);
    const pictures = await picturesIn(body);
    const document = cleanHtml(parseMarkup(body), { resolve: (address) => pictures.get(address) });
    return { ...document, title, author: author.join(', ') || undefined, language };
  } catch (error) {
    throw isConversionError(error) ? error : damaged('book', error);
  } finally {
    book?.destroy();
  }
}

/** Opens a book as KF8 first, because a file may contain both formats. */
async function openBook(bytes: Buffer): Promise<Kf8 | Mobi> {
  try {
    return await initKf8File(bytes);
  } catch {
    return initMobiFile(bytes);
  }
}

/** The parser's file, which isn't part of its interface. */
interface BookFile {
  readonly palmdocHeader: { readonly numTextRecords: number };
  loadTextBuffer: (index: number) => Uint8Array;
}

/** Makes the parser fail at the end of the text. It would otherwise wait forever for the rest of a chapter. */
function endAfterText(book: Kf8 | Mobi): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const file = Reflect.get(book, 'mobiFile') as BookFile;
  const load = file.loadTextBuffer.bind(file);
  file.loadTextBuffer = (index) => {
    if (index < 0 || index >= file.palmdocHeader.numTextRecords) throw new Error('The text ends too early');
    return load(index);
  };
}

/** Removes the list of chapters, which reading apps show elsewhere, and the end tags of empty elements. */
function tidied(html: string): string {
  return withHeadings(withoutNavigation(html).replaceAll(/<\/(?:br|hr|img)>/gi, ''));
}

function withHeadings(html: string): string {
  // The parts alternate between text and tags.
  const parts = html.split(/(<\/?p\b[^<>]*>)/i);
  for (let at = 2; at + 1 < parts.length; at += 2) {
    const [, size, text] = large.exec(parts[at] ?? '') ?? [];
    const isParagraph = parts[at - 1]?.startsWith('</') === false && parts[at + 1]?.startsWith('</') === true;
    if (size === undefined || text === undefined || !isParagraph) continue;
    const level = ownValue(headingLevels, size) ?? 1;
    parts.splice(at - 1, 3, `<h${level}>`, text, `</h${level}>`);
  }
  return parts.join('');
}

/** Removes `<nav>` elements with their content, and keeps unpaired tags. */
function withoutNavigation(html: string): string {
  const ended = html.split(/<\/nav>/i);
  const rest = ended.pop() ?? '';
  const kept = ended.map((part) => {
    const start = part.search(/<nav\b[^<>]*>/i);
    return start === -1 ? `${part}</nav>` : part.slice(0, start);
  });
  return kept.join('') + rest;
}

/** Converts internal links to anchors, and removes links with missing targets. */
function withLinks(html: string, book: Kf8 | Mobi): string {
  const names = new Set(html.match(/ a?id="[^"]*"/g));
  const wanted = new Set<string>();
  const linked = html.replaceAll(/\shref="((?:kindle|filepos):[^"]*)"/gi, (_, address: string) => {
    const [, kind, name] = /^\[(id|aid)="([^"]*)"\]$/.exec(book.resolveHref(address)?.selector ?? '') ?? [];
    if (kind === undefined || name === undefined || !names.has(` ${kind}="${name}"`)) return '';
    if (kind === 'aid') wanted.add(name);
    return ` href="#${name}"`;
  });
  return linked.replaceAll(/\said="([^"]*)"/g, (_, name: string) =>
    wanted.has(name) ? ` id="${name}"` : '',
  );
}

/** Returns the pictures, which the parser stores as object URLs of this process. */
async function picturesIn(html: string): Promise<ReadonlyMap<string, Picture>> {
  const pictures = new Map<string, Picture>();
  for (const address of new Set(html.match(/\bblob:nodedata:[\w-]+/g))) {
    const blob = resolveObjectURL(address);
    if (blob === undefined) continue;
    pictures.set(address, { mediaType: blob.type, data: Buffer.from(await blob.arrayBuffer()) });
  }
  return pictures;
}
