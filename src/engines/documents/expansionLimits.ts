import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { textsIn } from './changedFiles.ts';
import { decompressionLimits } from './faults.ts';

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

/** Rejects a document that repeats rows, spaces, or chapters too often for its size. @throws ConversionError */
export function checkTree(tree: OfficeParserAST, documentBytes: number): void {
  const [maxNodes, maxText] = [mostOf(nodes, documentBytes), mostOf(textLength, documentBytes)];
  let [count, length] = [0, 0];
  for (const { children, text } of nodesOf(tree)) {
    count += 1;
    if (children === undefined || children.length === 0) length += text?.length ?? 0;
    if (count > maxNodes || length > maxText) throw tooLarge();
  }
}

/** Rejects a document whose repeated pictures would make a huge HTML page or Markdown file. @throws ConversionError */
export function checkRepeatedPictures(tree: OfficeParserAST): void {
  const pictures = new Map(tree.attachments.map(({ name, data }) => [name, data]));
  const repeats = new PictureRepeats();
  for (const { type, metadata } of nodesOf(tree)) {
    if (type !== 'image') continue;
    const name = metadata?.attachmentName ?? '';
    repeats.count(name, pictures.get(name) ?? '');
  }
}

/** All nodes of a tree of any depth, in no particular order. */
function* nodesOf({ content }: OfficeParserAST): Generator<OfficeContentNode> {
  const lists = [content];
  for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
    for (const node of list) {
      if (node.children !== undefined) lists.push(node.children);
      yield node;
    }
  }
}

/** Limits the total length of pictures that occur more than once in a text. */
export class PictureRepeats {
  readonly #seen = new Set<string>();
  #left = maxRepeatedBase64;

  /** Counts a picture. @throws ConversionError if the repeated pictures exceed the limit */
  count(name: string, base64: string): void {
    if (this.#seen.has(name)) this.#left -= base64.length;
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
