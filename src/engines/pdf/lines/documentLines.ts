import { ConversionError } from '../../api/conversionError.ts';
import { unsupportedKind } from '../../api/faults.ts';
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
    const detail = 'The PDF holds no text: its pages are pictures or blank.';
    throw new ConversionError('conversion.invalid_input', detail);
  }
  const knownLength = text.replaceAll(unknownLetter, '').length;
  if (knownLength < text.length * leastKnownShare) {
    throw unsupportedKind('Text in fonts that don’t say which letters they draw');
  }
  return pages;
}
