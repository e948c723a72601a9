import { resolveObjectURL } from 'node:buffer';
import { initKf8File, initMobiFile, type Kf8, type Mobi } from '@lingo-reader/mobi-parser';
import { own } from '../../../util/own.ts';
import { escapeHtml } from './escapeHtml.ts';
import { checkRecords, checkUnlocked, damagedBook } from './palmRecords.ts';

/** Mobipocket tells headings by their look alone: paragraphs in a size of 4 to 7, where 3 is that of the text. */
const largeParagraph = /<p\b[^>]*><font size="([4-7])"><b>((?:(?!<\/?p\b)[\s\S])*?)<\/b><\/font><\/p>/gi;
const headingLevels: Readonly<Record<string, number>> = { 7: 1, 6: 1, 5: 2, 4: 3 };

/** A book in the formats of Mobipocket and Kindle as a page of HTML, its pictures within. @throws ConversionError */
export async function htmlOfMobi(bytes: Buffer): Promise<string> {
  // The library waits without end for records that lie beyond the file, and reads what is encrypted as if it were not.
  checkRecords(bytes);
  checkUnlocked(bytes);
  let book: Kf8 | Mobi | undefined;
  try {
    book = await openBook(bytes);
    const chapters = book.getSpine().map(({ id }) => book?.loadChapter(id)?.html ?? '');
    const { title, language } = book.getMetadata();
    const body = withLinks(chapters.map(tidied).join('\n'), book);
    return `<!DOCTYPE html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>${await withPictures(body)}</body></html>`;
  } catch (error) {
    throw damagedBook(error);
  } finally {
    book?.destroy();
  }
}

/** The later format first: a file may hold a book in both. */
async function openBook(bytes: Buffer): Promise<Kf8 | Mobi> {
  try {
    return await initKf8File(bytes);
  } catch {
    return initMobiFile(bytes);
  }
}

/** Without the list of chapters that readers show apart, and without ends of what has none. */
function tidied(html: string): string {
  return html
    .replaceAll(/<nav\b[^>]*>[\s\S]*?<\/nav>/gi, '')
    .replaceAll(/<\/(?:br|hr|img)>/gi, '')
    .replaceAll(largeParagraph, (_, size: string, text: string) => {
      const level = own(headingLevels, size) ?? 1;
      return `<h${level}>${text}</h${level}>`;
    });
}

/** Links within the book lead to what is there, or are none. */
function withLinks(html: string, book: Kf8 | Mobi): string {
  const wanted = new Set<string>();
  const linked = html.replaceAll(/\shref="((?:kindle|filepos):[^"]*)"/gi, (_, address: string) => {
    const [, kind, name] = /^\[(id|aid)="([^"]*)"\]$/.exec(book.resolveHref(address)?.selector ?? '') ?? [];
    if (kind === undefined || name === undefined || !html.includes(` ${kind}="${name}"`)) return '';
    if (kind === 'aid') wanted.add(name);
    return ` href="#${name}"`;
  });
  return linked.replaceAll(/\said="([^"]*)"/g, (_, name: string) =>
    wanted.has(name) ? ` id="${name}"` : '',
  );
}

/** The library keeps pictures as objects of this process, under addresses of its own making. */
async function withPictures(html: string): Promise<string> {
  const addresses = new Set(html.match(/\bblob:nodedata:[\w-]+/g));
  const dataUrls = new Map<string, string>();
  for (const address of addresses) {
    const picture = resolveObjectURL(address);
    if (picture === undefined) continue;
    const base64 = Buffer.from(await picture.arrayBuffer()).toString('base64');
    dataUrls.set(address, `data:${picture.type};base64,${base64}`);
  }
  return html.replaceAll(/\bblob:nodedata:[\w-]+/g, (address) => dataUrls.get(address) ?? '');
}
