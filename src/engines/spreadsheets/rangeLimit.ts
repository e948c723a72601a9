import { utils } from '@e965/xlsx';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';

/**
 * The maximum number of columns and cells to visit in all sheets together. Real workbooks stay far below: a sheet has
 * up to 16,384 columns, and a link usually covers few cells.
 */
const maxCovered = 1_000_000;
/** Record types in an XLS file, with the position of the range in each record ([MS-XLS] 2.4.53, 2.4.140, 2.4.141). */
const columns = 0x7d;
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
      if (type === columns) this.#add(number(2) - number(0) + 1);
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
