import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { MarkupVisitor } from './markup.ts';

/** About the maximum depth of our own document reader; real documents stay far below. */
const maxDepth = 256;
/** With more unclosed elements, the parser becomes slow. */
const maxOpenElements = 10_000;
/**
 * Elements that HTML may leave unclosed: those that end with their parents, and formatting elements, whose end tags are
 * so often missing that parsers expect it.
 */
const leftOpen: ReadonlySet<string> = new Set(
  [
    ['html', 'head', 'body', 'p', 'li', 'dt', 'dd', 'option', 'optgroup', 'rp', 'rt'],
    ['caption', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'span', 'strike', 'strong', 'tt', 'u'],
  ].flat(),
);

/** Refuses deeply nested markup: document readers take time and memory quadratic in its depth. */
export class NestingLimit implements MarkupVisitor {
  readonly #isHtml: boolean;
  #depth = 0;
  #openElements = 0;

  /** For a file of this format. */
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
