import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { parts } from '../compression/traversal.ts';

/**
 * Yields the given objects and all objects that they refer to, renumbered for another PDF. References are changed in
 * place, so the source document can't be used afterwards.
 * @param numbers maps original references to new numbers; new ones are added
 */
export function* renumbered(
  context: PDFContext,
  from: readonly PDFRef[],
  numbers: Map<PDFRef, number>,
  nextNumber: () => number,
): Generator<readonly [number: number, object: PDFObject]> {
  const pending: PDFRef[] = [];
  const renamed = (ref: PDFRef): PDFRef => {
    const known = numbers.get(ref);
    const number = known ?? nextNumber();
    if (known === undefined) {
      numbers.set(ref, number);
      pending.push(ref);
    }
    return PDFRef.of(number);
  };
  for (const ref of from) renamed(ref);
  // An object that occurs in several others must be renumbered only once.
  const done = new Set<PDFObject>();
  for (let ref = pending.pop(); ref !== undefined; ref = pending.pop()) {
    const object = context.lookup(ref) ?? PDFNull;
    for (const part of parts(object)) {
      if (done.has(part)) continue;
      if (part instanceof PDFStream) part.dict.delete(PDFName.of('Length'));
      if (part instanceof PDFDict || part instanceof PDFArray) {
        done.add(part);
        renameIn(part, renamed);
      }
    }
    yield [numbers.get(ref) ?? 0, object];
  }
}

/** Serializes an object. An object that can't be parsed may contain outdated references, so it becomes null. */
export function bytesOf(object: PDFObject): Uint8Array {
  const written = object instanceof PDFInvalidObject ? PDFNull : object;
  const bytes = new Uint8Array(written.sizeInBytes());
  written.copyBytesInto(bytes, 0);
  return bytes;
}

function renameIn(container: PDFDict | PDFArray, renamed: (ref: PDFRef) => PDFRef): void {
  if (container instanceof PDFDict) {
    for (const [key, value] of container.entries())
      if (value instanceof PDFRef) container.set(key, renamed(value));
    return;
  }
  for (const [index, value] of container.asArray().entries())
    if (value instanceof PDFRef) container.set(index, renamed(value));
}
