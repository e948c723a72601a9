import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib';

import { addInlineLabRanges } from './inlineLab.ts';

/** The default ranges of the a* and b* axes (ISO 32000-1, table 65). */
const usualRange = [-100, 100, -100, 100] as const;
/** The smallest 32-bit floating-point number above 100. It makes a range explicit without a visible change. */
const justAboveWhite = 100.0001;

/**
 * Adds explicit ranges to CIELAB pictures that use the ranges of their color space. PDFium wrongly assumes a range from
 * -128 to 127 for these, but reads explicit ranges correctly.
 * @returns whether there is such a picture
 */
export function addLabRanges(context: PDFContext): boolean {
  let isFound = addInlineLabRanges(context, labRangeOf, justAboveWhite);
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue;
    const range = labRangeOf(object.dict.lookup(PDFName.of('ColorSpace')));
    if (range === undefined) continue;
    isFound = true;
    const usual = [0, 100, ...range];
    const given = numbersIn(object.dict.lookup(PDFName.of('Decode')));
    const isUsual = given === undefined || usual.every((value, index) => value === given[index]);
    if (isUsual) object.dict.set(PDFName.of('Decode'), context.obj([0, justAboveWhite, ...range]));
  }
  return isFound;
}

/** Returns the ranges of the a* and b* axes, or `undefined` if the color space isn't CIELAB. */
function labRangeOf(space: PDFObject | undefined): readonly number[] | undefined {
  if (!(space instanceof PDFArray) || space.lookup(0) !== PDFName.of('Lab')) return undefined;
  const about = space.lookup(1);
  const range = about instanceof PDFDict ? numbersIn(about.lookup(PDFName.of('Range'))) : undefined;
  return range?.length === usualRange.length ? range : usualRange;
}

function numbersIn(array: PDFObject | undefined): number[] | undefined {
  if (!(array instanceof PDFArray)) return undefined;
  const numbers = array.asArray().map((_, index) => array.lookup(index));
  return numbers.flatMap((each) => (each instanceof PDFNumber ? each.asNumber() : []));
}
