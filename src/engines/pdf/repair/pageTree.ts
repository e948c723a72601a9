import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib';

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
export function flattenPages(context: PDFContext): number {
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
