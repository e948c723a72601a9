import { CFB, type OpenContainer, utils } from '@e965/xlsx';
import { fault } from '../../contract/fault.ts';
import { ConversionError, damaged } from '../api/conversionError.ts';
import { type Attributes, type MarkupVisitor, withoutPrefix } from '../lib/markup.ts';

/**
 * The maximum number of columns and cells to visit in all sheets together. Real workbooks stay far below: a sheet has
 * up to 16,384 columns, and a link usually covers few cells.
 */
const maxCovered = 1_000_000;
/** Record types in an XLS file, with the position of the range in each record ([MS-XLS] 2.4.53, 2.4.140, 2.4.141). */
const columnRecord = 0x7d;
const linkRanges: ReadonlyMap<number, number> = new Map([
  [0x1b8, 0],
  [0x800, 2],
]);

/**
 * Counts the columns with explicit widths and the cells covered by links. A few bytes can specify millions of them, and
 * SheetJS visits each one.
 */
export class RangeLimit {
  #covered = 0;

  /** Counts the columns and links in an XML part. @throws ConversionError `conversion.limit_exceeded` */
  readPart(xml: Buffer): void {
    if (!xml.includes('cols') && !xml.includes('hyperlink')) return;
    const text = xml.toString('latin1');
    for (const [tag] of text.matchAll(/<(?:\w+:)?col\s[^<>]*>/g)) {
      const [from, to] = [numberIn(tag, /\bmin=["'](\d+)/), numberIn(tag, /\bmax=["'](\d+)/)];
      this.#add(to - from + 1);
    }
    for (const [tag] of text.matchAll(/<(?:\w+:)?hyperlink\s[^<>]*>/g)) {
      const { s, e } = utils.decode_range(/\bref=["']([^"']*)/.exec(tag)?.[1] ?? '');
      this.#add((e.r - s.r + 1) * (e.c - s.c + 1));
    }
  }

  /** Counts the columns and links in an XLS stream. @throws ConversionError `conversion.limit_exceeded` */
  readRecords(stream: Buffer): void {
    for (let at = 0; at + 4 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
      const type = stream.readUInt16LE(at);
      const range = linkRanges.get(type);
      const number = (index: number): number =>
        at + 6 + index > stream.length ? 0 : stream.readUInt16LE(at + 4 + index);
      if (type === columnRecord) this.#add(number(2) - number(0) + 1);
      if (range === undefined) continue;
      const [top, bottom, left, right] = [0, 2, 4, 6].map((index) => number(range + index));
      this.#add(((bottom ?? 0) - (top ?? 0) + 1) * ((right ?? 0) - (left ?? 0) + 1));
    }
  }

  #add(count: number): void {
    this.#covered += Math.max(0, count);
    if (this.#covered > maxCovered) throw new ConversionError(fault('sheet.repeats', maxCovered));
  }
}

function numberIn(tag: string, pattern: RegExp): number {
  return Number(pattern.exec(tag)?.[1] ?? 0);
}

/**
 * The maximum number of digits in a number format. No spreadsheet shows more, and SheetJS writes every digit that a
 * format requests.
 */
const maxDigits = 255;
const digitAttributes: ReadonlySet<string> = new Set([
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
      if (!digitAttributes.has(withoutPrefix(name)) || !(Number(value) > maxDigits)) continue;
      throw new ConversionError(fault('workbook.digits', maxDigits));
    }
  }

  close(): void {}
}

const summaryStreams = ['/\u0005SummaryInformation', '/\u0005DocumentSummaryInformation'];
const headBytes = 28;
const setBytes = 20;
/** The maximum number of property sets in a stream. SheetJS rejects streams with more. */
const maxSets = 2;
const propertyBytes = 8;
const isVector = 0x10_00;
const dictionary = 0;

/**
 * Rejects an XLS file whose summary streams declare more properties or values than they contain, because SheetJS
 * allocates memory for the declared numbers ([MS-OLEPS] 2.21).
 * @throws ConversionError `conversion.invalid_input`
 */
export function checkSummaries(file: OpenContainer): void {
  for (const name of summaryStreams) {
    const content: Uint8Array | undefined = CFB.find(file, name)?.content;
    if (content && claimed(Buffer.from(content)) > content.length) throw damaged('workbook');
  }
}

/** Returns the highest number of items that a stream declares. Each item has at least one byte. */
function claimed(stream: Buffer): number {
  const long = (at: number): number => (at + 4 <= stream.length ? stream.readUInt32LE(at) : 0);
  const counts = [long(headBytes - 4)];
  for (let set = 0; set < Math.min(long(headBytes - 4), maxSets); set += 1) {
    const start = long(headBytes + set * setBytes + 16);
    const properties = long(start + 4);
    counts.push(properties);
    for (let index = 0; index < Math.min(properties, stream.length / propertyBytes); index += 1) {
      const entry = start + propertyBytes * (index + 1);
      const value = start + long(entry + 4);
      if (long(entry) === dictionary) counts.push(long(value));
      else if ((long(value) & isVector) !== 0) counts.push(long(value + 4));
    }
  }
  return Math.max(...counts);
}
