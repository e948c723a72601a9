import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { inflateSync } from 'node:zlib';

const maxOutputLength = 64 * 1024 * 1024;
/** Maximum length of an inline picture's dictionary, between the keywords `BI` and `ID` (ISO 32000-1, 8.9.7). */
const maxHeadLength = 1000;
const space = /\/(?:CS|ColorSpace)\s*\/(\w+)/;
const decoded = /\/D(?:ecode)?\s*\[([^[\]]*)\]/;

/** Returns the ranges of the a* and b* axes if the color space is CIELAB. */
type RangeOf = (space: PDFObject | undefined) => readonly number[] | undefined;

/**
 * Adds explicit ranges to inline CIELAB pictures in pages, forms, and patterns, as `addLabRanges` does for other
 * pictures.
 * @returns whether there is such a picture
 */
export function addInlineLabRanges(context: PDFContext, rangeOf: RangeOf, white: number): boolean {
  const ranges = rangesByName(context, rangeOf);
  let isFound = false;
  if (ranges.size === 0) return isFound;
  for (const [reference, object] of context.enumerateIndirectObjects()) {
    if (
      !(object instanceof PDFRawStream) ||
      object.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image')
    )
      continue;
    const content = contentOf(object);
    const repaired = content && spelledOut(content, ranges, white);
    if (repaired === undefined) continue;
    isFound = true;
    for (const entry of ['Filter', 'DecodeParms', 'Length']) object.dict.delete(PDFName.of(entry));
    context.assign(reference, PDFRawStream.of(object.dict, Buffer.from(repaired, 'latin1')));
  }
  return isFound;
}

/** Returns the ranges of CIELAB color spaces by resource name. Skips names that refer to different color spaces. */
function rangesByName(context: PDFContext, rangeOf: RangeOf): ReadonlyMap<string, readonly number[]> {
  const ranges = new Map<string, readonly number[]>();
  const others = new Set<string>();
  for (const [, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    for (const resources of [dict, dict.lookup(PDFName.of('Resources'))]) {
      const spaces = resources instanceof PDFDict ? resources.lookup(PDFName.of('ColorSpace')) : undefined;
      if (!(spaces instanceof PDFDict)) continue;
      for (const key of spaces.keys()) {
        const [called, range] = [key.decodeText(), rangeOf(spaces.lookup(key))];
        const known = ranges.get(called);
        if (range === undefined || (known && String(known) !== String(range))) others.add(called);
        else ranges.set(called, range);
      }
    }
  }
  for (const each of others) ranges.delete(each);
  return ranges;
}

/** Returns the content of a stream, or `undefined` if it has a filter other than deflate. */
function contentOf({ dict, contents }: PDFRawStream): string | undefined {
  const filter = dict.lookup(PDFName.of('Filter'));
  const filters = filter instanceof PDFArray ? filter.asArray() : filter === undefined ? [] : [filter];
  if (filters.length === 0) return Buffer.from(contents).toString('latin1');
  if (filters.length > 1 || filters[0] !== PDFName.of('FlateDecode') || dict.has(PDFName.of('DecodeParms')))
    return undefined;
  try {
    return inflateSync(contents, { maxOutputLength }).toString('latin1');
  } catch {
    return undefined;
  }
}

/** Returns `undefined` if the content needs no change. */
function spelledOut(
  content: string,
  ranges: ReadonlyMap<string, readonly number[]>,
  white: number,
): string | undefined {
  let [repaired, from] = ['', 0];
  for (let at = content.indexOf('BI'); at !== -1; at = content.indexOf('BI', at + 2)) {
    const head = content.slice(at + 2, at + 2 + maxHeadLength).split(/\bID\b/, 1)[0] ?? '';
    const range = ranges.get(space.exec(head)?.[1] ?? '');
    if (range === undefined) continue;
    const given = decoded.exec(head);
    const numbers = given?.[1]?.trim().split(/\s+/).map(Number);
    if (numbers !== undefined && String(numbers) !== String([0, 100, ...range])) continue;
    const others = given ? head.replace(given[0], '') : head;
    repaired += `${content.slice(from, at + 2)} /D [${[0, white, ...range].join(' ')}]${others}`;
    from = at + 2 + head.length;
  }
  return from === 0 ? undefined : repaired + content.slice(from);
}
