import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { openRepaired, type PdfDocument, withPage } from '../document.ts';
import type { PdfOptions } from '../options.ts';
import type { Line } from './lines.ts';
import { hasMacFont } from './macFonts.ts';
import { unknownLetter } from './unknownLetters.ts';
import { textOf } from './runs.ts';
import { drawnPictures } from '../pageObjects.ts';

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
