import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { openRepaired, type PdfDocument, withPage, withText } from '../document.ts';
import { withMemory } from '../memory.ts';
import type { PdfOptions } from '../options.ts';
import { drawnPictures } from '../pageObjects.ts';
import { hasAnnotationText, linksOf, withAnnotations } from './annotations.ts';
import { isMacOnly } from './fonts.ts';
import { type Segment, segmentsOf, type TextPage, unknownLetter } from './letters.ts';
import { type Line, lineOf, textOf } from './lines.ts';
import { insertSegments, joinedRows } from './rows.ts';
import { uprightOf } from './upright.ts';

/** If a smaller share of letters is known, the text isn't readable. */
const minKnownShare = 0.5;

/** The file of a document, and the options with which it was opened. */
interface Source {
  readonly inputPath: string;
  readonly options: PdfOptions;
}

interface ReadPage {
  readonly lines: readonly Line[];
}

/**
 * Reads all selected pages with `read`. If letters are unknown or probably misread, reads a copy with repaired fonts
 * instead.
 * @throws ConversionError if there are no letters, or if most of them are unknown
 */
export async function documentPages<Page extends ReadPage>(
  document: PdfDocument,
  { inputPath, options }: Source,
  read: (document: PdfDocument, index: number) => Page,
): Promise<Page[]> {
  const pagesOf = (from: PdfDocument): Page[] => from.pages.map((page) => read(from, page));
  const pages = pagesOf(document);
  const isDoubtful =
    lettersOf(pages).includes(unknownLetter) || document.pages.some((page) => hasMacFont(document, page));
  const repaired = isDoubtful ? await openRepaired(inputPath, options, 'letters') : undefined;
  try {
    return checked(document, repaired ? pagesOf(repaired) : pages);
  } finally {
    repaired?.dispose();
  }
}

function lettersOf(pages: readonly ReadPage[]): string {
  return pages
    .flatMap(({ lines }) => lines)
    .map(({ runs }) => textOf(runs).replaceAll(/\s/g, ''))
    .join('');
}

function checked<Page extends ReadPage>(document: PdfDocument, pages: Page[]): Page[] {
  const text = lettersOf(pages);
  if (text === '') {
    const areScans = document.pages.some((page) => isScan(document, page));
    throw new ConversionError(fault(areScans ? 'pdf.scan' : 'pdf.noText'));
  }
  const knownLength = text.replaceAll(unknownLetter, '').length;
  if (knownLength < text.length * minKnownShare) throw new ConversionError(fault('pdf.letters'));
  return pages;
}

/** Minimum share of a scanned page that its picture covers. */
const minShare = 1 / 3;

/** True if a single picture covers a large part of the page. */
function isScan(document: PdfDocument, index: number): boolean {
  const { pdfium } = document;
  return withPage(document, index, (page) => {
    const area = pdfium.FPDF_GetPageWidthF(page) * pdfium.FPDF_GetPageHeightF(page);
    for (const { matrix } of drawnPictures(document, page)) {
      const [a, b, c, d] = matrix;
      if (Math.abs(a * d - b * c) >= area * minShare) return true;
    }
    return false;
  });
}

/**
 * Returns the lines of a page in drawing order, including visible form fields and annotations. Leaves out blank lines.
 * @throws ConversionError
 */
export function pageLines(document: PdfDocument, index: number): Line[] {
  return pageSegments(document, index).flatMap((segment) => lineOf(segment) ?? []);
}

/**
 * Returns the letters of a page, line by line in drawing order, including visible form fields and annotations.
 * @throws ConversionError
 */
export function pageSegments(document: PdfDocument, index: number): Segment[] {
  const { own, shared, isAnnotated } = withPage(document, index, (page) => {
    const shared = { upright: uprightOf(document, page), linkAt: linksOf(document, page) };
    return {
      own: segmentsOn(document, page, shared),
      shared,
      isAnnotated: hasAnnotationText(document, page),
    };
  });
  const added = isAnnotated
    ? withAnnotations(document, index, (copy, page) => segmentsOn(copy, page, shared))
    : undefined;
  return joinedRows(insertSegments(own, added ?? []));
}

function segmentsOn(
  document: PdfDocument,
  page: number,
  shared: Omit<TextPage, 'document' | 'text'>,
): Segment[] {
  return withText(document, page, (text) => segmentsOf({ document, text, ...shared }));
}

const sizeBytes = 4;
/** No font with a character table of 256 codes is larger. */
const maxFontBytes = 32 * 1024 ** 2;
const lastOfAscii = 0x7f;

/**
 * True if letters beyond ASCII use a TrueType font that has only a Macintosh character table. PDFium then interprets
 * their codes as Macintosh codes, even if the PDF declares them as Windows codes.
 */
function hasMacFont(document: PdfDocument, index: number): boolean {
  const { pdfium } = document;
  return withPage(document, index, (page) =>
    withText(document, page, (text) => {
      const seen = new Set<number>();
      for (let at = 0, count = pdfium.FPDFText_CountChars(text); at < count; at += 1) {
        if (pdfium.FPDFText_GetUnicode(text, at) <= lastOfAscii) continue;
        const object = pdfium.FPDFText_GetTextObject(text, at);
        const font = object === 0 ? 0 : pdfium.FPDFTextObj_GetFont(object);
        if (font === 0 || seen.has(font)) continue;
        seen.add(font);
        if (isMacOnly(fontFile(document, font))) return true;
      }
      return false;
    }),
  );
}

/** Returns the file of an embedded font, or an empty buffer if the font isn't embedded. */
function fontFile({ pdfium }: PdfDocument, font: number): Buffer {
  if (pdfium.FPDFFont_GetIsEmbedded(font) !== 1) return Buffer.alloc(0);
  return withMemory(pdfium, sizeBytes, (size) => {
    const bytes = pdfium.FPDFFont_GetFontData(font, 0, 0, size) ? pdfium.pdfium.getValue(size, 'i32') : 0;
    if (bytes <= 0 || bytes > maxFontBytes) return Buffer.alloc(0);
    return withMemory(pdfium, bytes, (content) => {
      pdfium.FPDFFont_GetFontData(font, content, bytes, size);
      return Buffer.from(pdfium.pdfium.HEAPU8.slice(content, content + bytes));
    });
  });
}
