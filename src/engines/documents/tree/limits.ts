import type { RootContent } from 'hast';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { decompressionLimits } from '../faults.ts';
import { textsIn } from '../zippedFiles.ts';
import { type Document, elementsIn, maxDepth, textProperty } from './document.ts';

/**
 * A limit that consists of a base value and an amount per byte of the file, so that a file of a few kilobytes can't
 * take minutes.
 */
interface Allowance {
  readonly base: number;
  readonly perByte: number;
}

/** The maximum number of elements. Real documents have fewer than one element per compressed byte. */
const elements: Allowance = { base: 200_000, perByte: 2 };
const nodes: Allowance = { base: 100_000, perByte: 1 };
const textLength: Allowance = { base: 2_000_000, perByte: 40 };
/**
 * The maximum size of repeated pictures in Base64, because HTML pages and Markdown repeat a picture's data for each
 * reference to it.
 */
const maxRepeatedBase64 = 64 * 1024 ** 2;

/**
 * The maximum number of table cells for a document of this size. A table that repeats more cells is rejected, not
 * truncated.
 */
export function maxCellsFor(documentBytes: number): number {
  return Math.min(decompressionLimits.maxTableCells, mostOf(nodes, documentBytes) + 1);
}

/** Counts content that a document repeats. @throws ConversionError if it is too much for the size of the document */
export type RepeatCounter = (kind: 'cell' | 'label' | 'text', amount: number) => void;

/**
 * Limits the labels of lists, whose text is that of their numbering, the addresses of links, of which a field may have
 * many, repeated spaces, and the cells of charts, whose series have a column for all categories.
 */
export function repeatCounter(documentBytes: number): RepeatCounter {
  const left = {
    cell: maxCellsFor(documentBytes),
    label: mostOf({ base: 200_000, perByte: 5 }, documentBytes),
    text: mostOf(textLength, documentBytes),
  };
  return (kind, amount) => {
    left[kind] -= amount;
    if (left[kind] < 0) throw tooLarge();
  };
}

const markupName = /\.(?:xml|x?html?|xht|rels)$/i;

/** Rejects a zipped document with far more markup than its size suggests. @throws ConversionError */
export function checkMarkup(document: Buffer): void {
  const most = mostOf(elements, document.length);
  let count = 0;
  for (const text of textsIn(document, (name) => markupName.test(name)).values()) {
    for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
      // End tags aren't counted.
      if (text[at + 1] !== '/') count += 1;
      if (count > most) throw tooLarge();
    }
  }
}

/**
 * Rejects a document that is nested too deeply, or repeats rows, spaces, or labels too often for its size.
 * @throws ConversionError
 */
export function checkTree({ root }: Document, documentBytes: number): void {
  let nodesLeft = mostOf(nodes, documentBytes) - root.children.length;
  let textLeft = mostOf(textLength, documentBytes);
  let level: readonly RootContent[] = root.children;
  for (let depth = 0; level.length > 0; depth += 1) {
    for (const node of level) {
      if (node.type === 'text') textLeft -= node.value.length;
      if (node.type !== 'element') continue;
      textLeft -= textProperty(node, 'dataLabel')?.length ?? 0;
      nodesLeft -= node.children.length;
    }
    // The next level is only made if it isn't too long, since a note may have several references.
    if (depth > maxDepth || nodesLeft < 0 || textLeft < 0) throw tooLarge();
    level = level.flatMap((node) => (node.type === 'element' ? node.children : []));
  }
}

/** Rejects a document whose repeated pictures would make a huge HTML page or Markdown file. @throws ConversionError */
export function checkRepeatedPictures({ root, pictures }: Document): void {
  const repeats = new PictureRepeats();
  for (const node of elementsIn(root)) {
    if (node.tagName !== 'img') continue;
    const name = textProperty(node, 'src') ?? '';
    repeats.count(name, ((pictures.get(name)?.data.length ?? 0) * 4) / 3);
  }
}

/** Limits the total length of pictures that occur more than once in a text. */
export class PictureRepeats {
  readonly #seen = new Set<string>();
  #left = maxRepeatedBase64;

  /** Counts a picture with this length in Base64. @throws ConversionError if the repeated pictures exceed the limit */
  count(name: string, length: number): void {
    if (this.#seen.has(name)) this.#left -= length;
    this.#seen.add(name);
    if (this.#left < 0) throw tooLarge();
  }
}

function mostOf({ base, perByte }: Allowance, bytes: number): number {
  return base + perByte * bytes;
}

function tooLarge(): ConversionError {
  return new ConversionError(fault('document.depth'));
}
