import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { hiddenKey } from './hiddenObjects.ts';

/** Annotation flag: the annotation is neither shown nor printed (ISO 32000-1, table 165). */
const hiddenFlag = 2;

const entry = (dictionary: PDFDict | undefined, ...keys: readonly string[]): PDFObject | undefined =>
  keys.reduce<PDFObject | undefined>(
    (from, key) => (from instanceof PDFDict ? from.lookup(PDFName.of(key)) : undefined),
    dictionary,
  );

/**
 * Marks the layers (optional content) that a document turns off by default (ISO 32000-1, 8.11), and empties the forms
 * and pictures that belong to them.
 * @returns whether there are any
 */
export function markHiddenLayers(context: PDFContext): boolean {
  const root = context.lookup(context.trailerInfo.Root);
  const properties = root instanceof PDFDict ? entry(root, 'OCProperties') : undefined;
  if (!(properties instanceof PDFDict)) return false;
  const all = refsIn(entry(properties, 'OCGs'));
  const shown = new Set(refsIn(entry(properties, 'D', 'ON')));
  const isOff = entry(properties, 'D', 'BaseState') === PDFName.of('OFF');
  const off = refsIn(entry(properties, 'D', 'OFF'));
  const hidden = new Set([...off, ...(isOff ? all.filter((ref) => !shown.has(ref)) : [])]);
  if (hidden.size === 0) return false;
  const isHidden = (layer: PDFObject | undefined): boolean => {
    if (layer instanceof PDFRef && hidden.has(layer)) return true;
    const group = layer instanceof PDFRef ? context.lookup(layer) : layer;
    return group instanceof PDFDict && isHiddenGroup(group, hidden);
  };
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const dictionary = object instanceof PDFStream ? object.dict : object;
    if (!(dictionary instanceof PDFDict)) continue;
    if (isHidden(ref)) dictionary.set(PDFName.of(hiddenKey), PDFNumber.of(1));
    else if (!isHidden(dictionary.get(PDFName.of('OC')))) continue;
    else if (object instanceof PDFStream)
      context.assign(ref, context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 0, 0] }));
    else dictionary.set(PDFName.of('F'), PDFNumber.of(hiddenFlag));
  }
  return true;
}

/** True if a group of layers (ISO 32000-1, table 99) is hidden, because of those that are. */
function isHiddenGroup(group: PDFDict, hidden: ReadonlySet<PDFRef>): boolean {
  if (entry(group, 'Type') !== PDFName.of('OCMD')) return false;
  const own = group.get(PDFName.of('OCGs'));
  const list =
    own instanceof PDFRef && entry(group, 'OCGs') instanceof PDFDict ? [own] : refsIn(entry(group, 'OCGs'));
  if (list.length === 0) return false;
  const isOff = (ref: PDFRef): boolean => hidden.has(ref);
  switch (entry(group, 'P')) {
    case PDFName.of('AllOn'):
      return list.some(isOff);
    case PDFName.of('AnyOff'):
      return !list.some(isOff);
    case PDFName.of('AllOff'):
      return !list.every(isOff);
    default:
      return list.every(isOff);
  }
}

function refsIn(array: PDFObject | undefined): PDFRef[] {
  return array instanceof PDFArray ? array.asArray().filter((each) => each instanceof PDFRef) : [];
}
