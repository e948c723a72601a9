import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { type Attributes, type MarkupVisitor, withoutPrefix } from '../lib/markup.ts';

/**
 * The maximum number of digits in a number format. No spreadsheet shows more, and SheetJS writes every digit that a
 * format requests.
 */
const maxDigits = 255;
const digits: ReadonlySet<string> = new Set([
  'decimal-places',
  'min-decimal-places',
  'min-denominator-digits',
  'min-exponent-digits',
  'min-integer-digits',
  'min-numerator-digits',
]);

/** Rejects number formats in OpenDocument that request too many digits. */
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
