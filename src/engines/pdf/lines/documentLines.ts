import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { PdfDocument } from '../document.ts';
import { type Line, pageLines } from './lines.ts';
import { unknownLetter } from './unknownLetters.ts';
import { textOf } from './runs.ts';

/** Where fewer letters than this are known, what is left is no text. */
const leastKnownShare = 0.5;

/** The lines of each page in reading order. @throws ConversionError where there are none, or most letters are unknown */
export function documentLines(document: PdfDocument): Line[][] {
  const pages = document.pages.map((page) => pageLines(document, page));
  const text = pages
    .flat()
    .map(({ runs }) => textOf(runs).replaceAll(/\s/g, ''))
    .join('');
  if (text === '') {
    throw new ConversionError(fault('pdf.noText'));
  }
  const knownLength = text.replaceAll(unknownLetter, '').length;
  if (knownLength < text.length * leastKnownShare) {
    throw new ConversionError(fault('pdf.letters'));
  }
  return pages;
}
