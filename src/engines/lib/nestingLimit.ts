import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { MarkupVisitor } from './markup.ts';

/** Approximately the maximum depth that our own document reader supports. Real documents have far less. */
const maxDepth = 256;
/** The HTML parser becomes slow if more elements are unclosed. */
const maxOpenElements = 10_000;
/**
 * Elements that often have no end tag, either because HTML makes it optional or because parsers tolerate its absence in
 * formatting elements.
 */
const leftOpen: ReadonlySet<string> = new Set(
  [
    ['html', 'head', 'body', 'p', 'li', 'dt', 'dd', 'option', 'optgroup', 'rp', 'rt'],
    ['caption', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'span', 'strike', 'strong', 'tt', 'u'],
  ].flat(),
);

/** Rejects deeply nested markup, for which document readers need time and memory quadratic in the depth. */
export class NestingLimit implements MarkupVisitor {
  readonly #isHtml: boolean;
  #depth = 0;
  #openElements = 0;

  constructor(from: string) {
    this.#isHtml = from === 'html';
  }

  get isDone(): boolean {
    return this.#openElements > maxOpenElements;
  }

  start(): void {
    this.#depth = 0;
    this.#openElements = 0;
  }

  /** @throws ConversionError `conversion.limit_exceeded` */
  open(name: string): void {
    this.#openElements += 1;
    if (this.#isHtml && leftOpen.has(name)) return;
    this.#depth += 1;
    if (this.#depth <= maxDepth) return;
    throw new ConversionError(fault('document.elements', maxDepth));
  }

  close(name: string): void {
    this.#openElements -= 1;
    if (!this.#isHtml || !leftOpen.has(name)) this.#depth -= 1;
  }
}
