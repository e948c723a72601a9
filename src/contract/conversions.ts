import { own } from '../util/own.ts';
import { fields } from './dialect.ts';
import { ShapeError } from './errors.ts';
import { formatNamed } from './formats/naming.ts';
import { asNumber, asObject, asText, type JsonObject, pick } from './read.ts';

/** One supported conversion (api.md, Endpoints 9), with what a service may add about it. */
export interface ConversionPair {
  readonly from: string;
  readonly to: string;
  readonly lossy?: boolean;
  /** What the conversion leaves behind, such as `animation` or `layers`. */
  readonly drops?: readonly string[];
  /** The program of the user's that does it, where the service does not do it alone. */
  readonly program?: string;
  /** Credits a file, before pages are counted. */
  readonly credits?: number;
}

/** How deep a list may stand in envelopes and kinds. */
const maxDepth = 3;
/** Several times what all programs of this computer do together; what is read is kept, with its extras for each pair. */
const maxEntries = 20_000;
const maxDrops = 16;
const maxWordLength = 40;

const pairText = /^([a-z0-9.+]+)(?:\s+to\s+|\s*(?:-to-|_to_|->|→|=>|[-:/_,>])\s*)([a-z0-9.+]+)$/i;

/**
 * Reads the list of supported format pairs in any of the shapes that the dialect accepts: objects, a map from source to
 * targets, arrays of two, or text such as `jpg-png`.
 * @throws ShapeError when no pair can be read from a body that is not an empty list, or more than there can be.
 */
export function parseConversions(body: unknown): ConversionPair[] {
  const list = unwrapList(body);
  const pairs = readPairs(list);
  if (!isPlausible(pairs, list)) throw new ShapeError('conversions', 'list of supported format pairs');
  return pairs;
}

/** Reads which pairs a service would support besides, were the program there that each of them names. */
export function parseInstallable(body: unknown): ConversionPair[] {
  const list = pick(asObject(body) ?? {}, fields.installable.read);
  return Array.isArray(list) ? list.flatMap(readEntry) : [];
}

/**
 * Reads the list of formats that can be compressed (api.md, Endpoints 10).
 * @throws ShapeError when no format can be read from a body that is not an empty list, or more than there can be.
 */
export function parseCompressions(body: unknown): string[] {
  const list = unwrapList(body);
  const formats = readFormats(list).flatMap((entry) => {
    const object = asObject(entry);
    return formatNamed(object === undefined ? entry : pick(object, fields.format.read)) ?? [];
  });
  if (!isPlausible(formats, list)) throw new ShapeError('formats', 'list of supported compression types');
  return [...new Set(formats)];
}

/** A format that a service would compress, were the program there. */
export interface InstallableCompression {
  readonly format: string;
  readonly program: string;
}

/** Reads which formats a service would compress besides, were the program there that each of them names. */
export function parseInstallableCompressions(body: unknown): InstallableCompression[] {
  const list = pick(asObject(body) ?? {}, fields.installable.read);
  return (Array.isArray(list) ? list.slice(0, maxEntries) : []).flatMap((entry) => {
    const object = asObject(entry) ?? {};
    const format = formatNamed(pick(object, fields.format.read));
    const program = asWord(pick(object, fields.program.read));
    return format === undefined || program === undefined ? [] : [{ format, program }];
  });
}

/** Whether what was read of a list can be what it says: nothing of an empty one only, and no more than there can be. */
function isPlausible(read: readonly unknown[], list: unknown): boolean {
  const isEmptyList = Array.isArray(list) && list.length === 0;
  return read.length <= maxEntries && (read.length > 0 || isEmptyList);
}

/** The keys of a map from a format to what is known of it. A lone message or figure is no such map. */
function describedKeys(map: JsonObject): string[] {
  return Object.entries(map).flatMap(([key, value]) =>
    typeof value === 'object' || value === true ? key : [],
  );
}

/** The list itself, from under at most a few envelopes. */
function unwrapList(body: unknown, depth = 0): unknown {
  const object = asObject(body);
  if (object === undefined || depth > maxDepth) return body;
  const inner = pick(object, [...fields.list.read, ...fields.envelope.read]);
  return typeof inner === 'object' ? unwrapList(inner, depth + 1) : body;
}

/** The lists under the names of kinds of files, where a service tells them apart. */
function listsByKind(map: JsonObject, depth: number): unknown[] {
  if (depth > maxDepth) return [];
  return fields.kind.read.map((kind) => pick(map, [kind])).filter((list) => typeof list === 'object');
}

function readPairs(list: unknown, depth = 0): ConversionPair[] {
  if (Array.isArray(list)) return list.flatMap(readEntry);
  const map = asObject(list) ?? {};
  const lists = listsByKind(map, depth);
  return lists.length > 0 ? lists.flatMap((each) => readPairs(each, depth + 1)) : readMap(map);
}

/** The entries of a list of formats, each the format's name or an object that has it. */
function readFormats(list: unknown, depth = 0): unknown[] {
  if (Array.isArray(list)) return list;
  const map = asObject(list) ?? {};
  const lists = listsByKind(map, depth);
  return lists.length > 0 ? lists.flatMap((each) => readFormats(each, depth + 1)) : describedKeys(map);
}

function readEntry(entry: unknown): ConversionPair[] {
  if (typeof entry === 'string') {
    const match = pairText.exec(entry.trim());
    return match?.[1] && match[2] ? pairsOf(match[1], match[2], {}) : [];
  }
  if (Array.isArray(entry)) return pairsOf(entry[0], entry[1], {});
  const object = asObject(entry);
  if (object === undefined) return [];
  return pairsOf(pick(object, fields.pairFrom.read), pick(object, fields.pairTo.read), object);
}

function readMap(map: JsonObject): ConversionPair[] {
  return Object.entries(map).flatMap(([from, value]) => {
    const described = asObject(value);
    // A lone text is a message or a state of something.
    if (described === undefined) return Array.isArray(value) ? pairsOf(from, value, {}) : [];
    const targets = pick(described, fields.pairTo.read);
    if (targets !== undefined) return pairsOf(from, targets, described);
    return describedKeys(described).flatMap((to) => pairsOf(from, to, asObject(own(described, to)) ?? {}));
  });
}

function pairsOf(from: unknown, to: unknown, object: JsonObject): ConversionPair[] {
  const source = formatNamed(from);
  if (source === undefined) return [];
  const extras = readExtras(object);
  return (Array.isArray(to) ? to : [to]).flatMap((each) => {
    const described = asObject(each);
    const target = formatNamed(described === undefined ? each : pick(described, fields.format.read));
    return target === undefined ? [] : [{ from: source, to: target, ...extras }];
  });
}

function readExtras(object: JsonObject): Partial<ConversionPair> {
  const lossy = pick(object, fields.lossy.read);
  const drops = pick(object, fields.drops.read);
  const program = asWord(pick(object, fields.program.read));
  const credits = asNumber(pick(object, fields.estimate.read));
  return {
    ...(typeof lossy === 'boolean' ? { lossy } : {}),
    ...(Array.isArray(drops)
      ? { drops: drops.slice(0, maxDrops).flatMap((drop) => asWord(drop) ?? []) }
      : {}),
    ...(program === undefined ? {} : { program }),
    ...(credits === undefined ? {} : { credits }),
  };
}

function asWord(value: unknown): string | undefined {
  const text = asText(value);
  return text !== undefined && text.length <= maxWordLength ? text : undefined;
}
