import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { openMended, type PdfDocument } from '../document.ts';
import type { PdfOptions } from '../options.ts';
import { type Line, pageLines } from './lines.ts';
import { hasMacFont } from './macFonts.ts';
import { unknownLetter } from './unknownLetters.ts';
import { textOf } from './runs.ts';

/** If fewer letters than this are known, the rest isn't readable text. */
const leastKnownShare = 0.5;

/** The origin of a document. */
interface Source {
  readonly inputPath: string;
  readonly options: PdfOptions;
}

/**
 * The lines of each page in reading order; for unknown or misread letters, the fonts are consulted.
 * @throws ConversionError if there are none, or most letters are unknown
 */
export async function documentLines(
  document: PdfDocument,
  { inputPath, options }: Source,
): Promise<Line[][]> {
  const pages = linesOf(document);
  const isDoubtful =
    lettersOf(pages).includes(unknownLetter) || document.pages.some((page) => hasMacFont(document, page));
  const mended = isDoubtful ? await openMended(inputPath, options, 'letters') : undefined;
  try {
    return checked(mended ? linesOf(mended) : pages);
  } finally {
    mended?.dispose();
  }
}

const linesOf = (document: PdfDocument): Line[][] => document.pages.map((page) => pageLines(document, page));

function lettersOf(pages: readonly Line[][]): string {
  return pages
    .flat()
    .map(({ runs }) => textOf(runs).replaceAll(/\s/g, ''))
    .join('');
}

function checked(pages: Line[][]): Line[][] {
  const text = lettersOf(pages);
  if (text === '') throw new ConversionError(fault('pdf.noText'));
  const knownLength = text.replaceAll(unknownLetter, '').length;
  if (knownLength < text.length * leastKnownShare) throw new ConversionError(fault('pdf.letters'));
  return pages;
}
