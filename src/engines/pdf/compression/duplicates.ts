import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import { createHash } from 'node:crypto';
import { parts, rawStreams } from './traversal.ts';

/** Redirects all references to identical pictures, fonts, or color profiles to the first copy. */
export function mergeDuplicates(context: PDFContext): void {
  // Repeat, because pictures can become identical once their masks are merged.
  while (mergeOnce(context)) continue;
}

function mergeOnce(context: PDFContext): boolean {
  const firsts = new Map<string, PDFRef>();
  const merged = new Map<PDFRef, PDFRef>();
  const shareable = fontFiles(context);
  for (const [ref, stream] of rawStreams(context)) {
    if (!isPicture(stream) && !shareable.has(ref)) continue;
    const key = createHash('sha256').update(stream.dict.toString()).update(stream.contents).digest('hex');
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, ref);
    else merged.set(ref, first);
  }
  if (merged.size === 0) return false;
  for (const [, object] of context.enumerateIndirectObjects()) redirect(object, merged);
  for (const ref of merged.keys()) context.delete(ref);
  return true;
}

function isPicture({ dict }: PDFRawStream): boolean {
  return dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image') && !dict.has(PDFName.of('StructParent'));
}

/** Returns references to streams that contain fonts or color profiles. */
function fontFiles(context: PDFContext): Set<PDFRef> {
  const keys = ['FontFile', 'FontFile2', 'FontFile3', 'ToUnicode'].map((name) => PDFName.of(name));
  const found = new Set<PDFRef>();
  for (const [, object] of context.enumerateIndirectObjects()) {
    for (const each of parts(object)) {
      if (each instanceof PDFDict) for (const key of keys) addRef(each.get(key));
      else if (each instanceof PDFArray && each.size() === 2 && each.get(0) === PDFName.of('ICCBased'))
        addRef(each.get(1));
    }
  }
  return found;

  function addRef(value: unknown): void {
    if (value instanceof PDFRef) found.add(value);
  }
}

function redirect(object: Parameters<typeof parts>[0], merged: ReadonlyMap<PDFRef, PDFRef>): void {
  for (const each of parts(object)) {
    if (each instanceof PDFDict) {
      for (const [key, value] of each.entries()) {
        const target = value instanceof PDFRef ? merged.get(value) : undefined;
        if (target) each.set(key, target);
      }
    } else if (each instanceof PDFArray) {
      each.asArray().forEach((value, index) => {
        const target = value instanceof PDFRef ? merged.get(value) : undefined;
        if (target) each.set(index, target);
      });
    }
  }
}
