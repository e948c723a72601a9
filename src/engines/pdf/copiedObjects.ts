import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { parts } from './compression/streams.ts';

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

const key = {
  action: PDFName.of('S'),
  destination: PDFName.of('D'),
  destinations: PDFName.of('Dests'),
  goTo: PDFName.of('GoTo'),
  kids: PDFName.of('Kids'),
  link: PDFName.of('Dest'),
  names: PDFName.of('Names'),
};
const maxNames = 100_000;

/**
 * Replaces the named destinations of links with direct ones (ISO 32000-1, 12.3.2.3), because other documents may use
 * the same names.
 */
export function resolveNamedDestinations(context: PDFContext, catalog: PDFDict): void {
  const places = namedPlaces(context, catalog);
  if (places.size === 0) return;
  for (const [, object] of context.enumerateIndirectObjects()) {
    for (const part of parts(object)) {
      if (!(part instanceof PDFDict)) continue;
      point(part, key.link, places);
      if (part.lookup(key.action) === key.goTo) point(part, key.destination, places);
    }
  }
}

function point(dict: PDFDict, entry: PDFName, places: ReadonlyMap<string, PDFObject>): void {
  const name = nameIn(dict.lookup(entry));
  const place = name === undefined ? undefined : places.get(name);
  if (place !== undefined) dict.set(entry, place);
}

/** Returns a destination's name, which is a name object in older documents and a string in newer ones. */
function nameIn(object: PDFObject | undefined): string | undefined {
  if (object instanceof PDFName) return object.decodeText();
  return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined;
}

function namedPlaces(context: PDFContext, catalog: PDFDict): Map<string, PDFObject> {
  const places = new Map<string, PDFObject>();
  const add = (name: string | undefined, value: PDFObject | undefined): void => {
    const place = value instanceof PDFDict ? value.lookup(key.destination) : value;
    if (name !== undefined && place instanceof PDFArray && places.size < maxNames) places.set(name, place);
  };
  const direct = catalog.lookup(key.destinations);
  if (direct instanceof PDFDict)
    for (const [name, value] of direct.entries()) add(name.decodeText(), context.lookup(value));
  const names = catalog.lookup(key.names);
  const tree = names instanceof PDFDict ? names.lookup(key.destinations) : undefined;
  const seen = new Set<PDFObject>();
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    const [kids, pairs] = [node.lookup(key.kids), node.lookup(key.names)];
    if (kids instanceof PDFArray) pending.push(...kids.asArray().map((kid) => context.lookup(kid)));
    if (!(pairs instanceof PDFArray)) continue;
    for (let at = 0; at + 1 < pairs.size(); at += 2) add(nameIn(pairs.lookup(at)), pairs.lookup(at + 1));
  }
  return places;
}
