import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { type Attributes, type MarkupVisitor, withoutPrefix } from '../lib/markup.ts';

/** No spreadsheet shows more of a number; the library writes a character for each digit that a format asks for. */
const maxDigits = 255;
const digits: ReadonlySet<string> = new Set([
  'decimal-places',
  'min-decimal-places',
  'min-denominator-digits',
  'min-exponent-digits',
  'min-integer-digits',
  'min-numerator-digits',
]);

/** Refuses formats of numbers in OpenDocument that ask for digits beyond all measure. */
export class FormatLimit implements MarkupVisitor {
  /** @throws ConversionError `conversion.limit_exceeded` */
  open(_name: string, attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes)) {
      if (!digits.has(withoutPrefix(name)) || !(Number(value) > maxDigits)) continue;
      throw new ConversionError(fault('workbook.digits', maxDigits));
    }
  }

  close(): void {}
}
