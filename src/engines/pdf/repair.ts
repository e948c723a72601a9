import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFWriter,
} from '@cantoo/pdf-lib';
import { markHiddenLayers } from './layers.ts';
import { addLetterTables } from './letterTables.ts';
import { checkObjectStreams } from './objectStreams.ts';

const header = '%PDF-';
/** Number of bytes at the start of a file in which to look for the header. */
const headBytes = 1024;

/** Repairs, which return whether they changed anything. */
const edits = {
  pages: (context: PDFContext) => flattenPages(context) > 0,
  letters: (context: PDFContext) => {
    const hasLayers = markHiddenLayers(context);
    return addLetterTables(context) || hasLayers;
  },
  layers: markHiddenLayers,
} as const;

export type Repair = keyof typeof edits;

/**
 * Repairs a PDF and decrypts it. Finds its objects even without a valid cross-reference table.
 * @returns `undefined` if there was nothing to repair, the file can't be parsed, or the password is wrong
 * @throws ConversionError `conversion.limit_exceeded`
 */
export async function repair(file: Buffer, password: string, kind: Repair): Promise<Uint8Array | undefined> {
  return parsed(file, password, async (context) =>
    edits[kind](context) ? PDFWriter.forContext(context, Infinity).serializeToBuffer() : undefined,
  );
}

/**
 * Reads a PDF, decrypts it, and flattens its page tree. Finds its objects even without a valid cross-reference table.
 * @returns `undefined` if there are no pages, or the password is wrong
 * @throws ConversionError `conversion.limit_exceeded`
 */
export async function readPages(file: Buffer, password: string): Promise<PDFContext | undefined> {
  return parsed(file, password, async (context) => (flattenPages(context) > 0 ? context : undefined));
}

async function parsed<T>(
  file: Buffer,
  password: string,
  use: (context: PDFContext) => Promise<T | undefined>,
): Promise<T | undefined> {
  checkObjectStreams(file);
  const whole = withHeader(file);
  const options = { parseSpeed: Infinity, updateMetadata: false, password };
  for (const bytes of [whole, ...withoutTrailer(whole)]) {
    try {
      return await use((await PDFDocument.load(bytes, options)).context);
    } catch {
      // The parser's errors don't matter: a file that it can't parse is damaged.
    }
  }
  return undefined;
}

/** Adds a header if it is missing. The parser requires one but accepts any version. */
function withHeader(file: Buffer): Buffer {
  if (file.subarray(0, headBytes).includes(header)) return file;
  return Buffer.concat([Buffer.from(`${header}1.7\n`), file]);
}

/**
 * Removes the trailer, because the parser fails if it is broken but can find the catalog without it. Keeps it in
 * encrypted files, which can't be decrypted without it.
 */
function withoutTrailer(file: Buffer): Buffer[] {
  const start = file.lastIndexOf('trailer');
  return start === -1 || file.includes('/Encrypt') ? [] : [file.subarray(0, start)];
}

const kidsKey = PDFName.of('Kids');
/** Attributes that a page inherits from its ancestors in the page tree (ISO 32000-1, table 30). */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((key) => PDFName.of(key));
/** Maximum number of entries in the page tree, valid or not. */
const maxEntries = 100_000;

type Attributes = ReadonlyMap<PDFName, PDFObject>;

interface Entry {
  readonly object: PDFObject | undefined;
  readonly inherited: Attributes;
}

/**
 * Replaces the page tree with a single node that lists all reachable pages. Drops invalid entries, missing targets, and
 * cycles, and ignores page counts.
 * @returns the number of pages, or 0 if the tree has too many entries
 */
function flattenPages(context: PDFContext): number {
  const catalog = context.lookup(context.trailerInfo.Root);
  if (!(catalog instanceof PDFDict)) return 0;
  const root = context.nextRef();
  const pages = pagesBelow(context, catalog.get(PDFName.of('Pages')), root);
  context.assign(root, context.obj({ Type: 'Pages', Count: pages.length, Kids: pages }));
  catalog.set(PDFName.of('Pages'), root);
  return pages.length;
}

function pagesBelow(context: PDFContext, tree: PDFObject | undefined, root: PDFRef): PDFRef[] {
  const pages: PDFRef[] = [];
  const nodes = new Set<PDFDict>();
  const pending: Entry[] = [{ object: tree, inherited: new Map() }];
  let entries = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { object } = next;
    const dict = context.lookup(object);
    if (!(dict instanceof PDFDict) || nodes.has(dict)) continue;
    const inherited = attributesOf(dict, next.inherited);
    const kids = dict.lookup(kidsKey);
    if (kids instanceof PDFArray) {
      nodes.add(dict);
      entries += kids.size();
      if (entries > maxEntries) return [];
      for (const kid of kids.asArray().toReversed()) pending.push({ object: kid, inherited });
    } else {
      const page = object instanceof PDFRef ? object : context.nextRef();
      context.assign(page, standingAlone(dict, inherited, root));
      pages.push(page);
    }
  }
  return pages;
}

function attributesOf(dict: PDFDict, inherited: Attributes): Attributes {
  const own = inheritable.flatMap((key) => {
    const value = dict.get(key);
    return value ? [[key, value] as const] : [];
  });
  return own.length === 0 ? inherited : new Map([...inherited, ...own]);
}

function standingAlone(page: PDFDict, attributes: Attributes, root: PDFRef): PDFDict {
  const whole = page.clone();
  for (const [key, value] of attributes) whole.set(key, value);
  whole.set(PDFName.of('Type'), PDFName.of('Page'));
  whole.set(PDFName.of('Parent'), root);
  return whole;
}
