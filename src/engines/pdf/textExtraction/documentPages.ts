import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { openRepaired, type PdfDocument, withPage } from '../document.ts';
import type { PdfOptions } from '../options.ts';
import type { Line } from './lines.ts';
import { hasMacFont } from './macFonts.ts';
import { unknownLetter } from './unknownLetters.ts';
import { textOf } from './runs.ts';
import { drawnPictures } from '../pageObjects.ts';

/** If fewer letters than this are known, the rest isn't readable text. */
const leastKnownShare = 0.5;

/** The origin of a document. */
interface Source {
  readonly inputPath: string;
  readonly options: PdfOptions;
}

/** A page that was read, with its lines. */
interface ReadPage {
  readonly lines: readonly Line[];
}

/**
 * Each page as `read` returns it; for unknown or misread letters, the fonts are consulted.
 * @throws ConversionError if there are no letters, or most of them are unknown
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
  if (knownLength < text.length * leastKnownShare) throw new ConversionError(fault('pdf.letters'));
  return pages;
}

/** The least part of a scanned page that its picture covers. */
const leastShare = 1 / 3;

/** True if one picture covers a large part of a page. */
function isScan(document: PdfDocument, index: number): boolean {
  const { pdfium } = document;
  return withPage(document, index, (page) => {
    const area = pdfium.FPDF_GetPageWidthF(page) * pdfium.FPDF_GetPageHeightF(page);
    for (const { matrix } of drawnPictures(document, page)) {
      const [a, b, c, d] = matrix;
      if (Math.abs(a * d - b * c) >= area * leastShare) return true;
    }
    return false;
  });
}
