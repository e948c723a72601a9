import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { MarkupVisitor } from './markup.ts';

/** About as deep as our own reader of documents goes; what people write, or have written, stays far below. */
const maxDepth = 256;
/** Where so much is left open, the parser is slow in finding what is closed. */
const maxOpenElements = 10_000;
/**
 * What HTML may leave open: elements that end where their parents do, and those that change the look of words, whose
 * ends are so often forgotten that readers of HTML are prepared for it.
 */
const leftOpen: ReadonlySet<string> = new Set(
  [
    ['html', 'head', 'body', 'p', 'li', 'dt', 'dd', 'option', 'optgroup', 'rp', 'rt'],
    ['caption', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'span', 'strike', 'strong', 'tt', 'u'],
  ].flat(),
);

/** Refuses markup that nests without end: readers of documents take time and memory by the square of its depth. */
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
