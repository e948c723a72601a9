import {
  type ConversionPair,
  formatKeys,
  isKind,
  isUnavailable,
  describedFormat,
  PairReader,
  envelopeValues,
} from './pairReader.ts';
import { ShapeError } from './errors.ts';
import { formatNamed } from './formats/naming.ts';
import { formatById } from './formats/table.ts';
import { asObject, type JsonObject } from './read.ts';

export type { ConversionPair } from './pairReader.ts';

/**
 * Several times the number of conversions that all supported programs offer. Limits memory use, as the list is kept.
 */
const maxEntries = 20_000;
/** Maximum depth of envelopes and categories around a list. */
const maxDepth = 8;

/**
 * Reads the list of supported pairs in any recognizable shape: objects, a map from sources to targets, two-item arrays,
 * or texts such as `jpg-png`, each optionally by category.
 * @throws ShapeError if no pair can be read from a body that isn't an empty list, or if there are too many
 */
export function parseConversions(body: unknown): ConversionPair[] {
  const pairs = new PairReader(maxEntries + 1).read(body);
  if (!isPlausible(pairs, body)) throw new ShapeError('conversions', 'list of supported format pairs');
  return pairs;
}

/**
 * Reads the list of formats that can be compressed (api.md, Endpoints 10).
 * @throws ShapeError if no format can be read from a body that isn't an empty list, or if there are too many
 */
export function parseCompressions(body: unknown): string[] {
  const formats = readFormats(body);
  if (!isPlausible(formats, body)) throw new ShapeError('formats', 'list of supported compression types');
  return [...new Set(formats)];
}

/** A format that a service could compress if a program were installed. */
export interface InstallableCompression {
  readonly format: string;
  readonly program: string;
}

/** True if the list of entries read is plausible: not too long, and empty only if the body is an empty list. */
function isPlausible(read: readonly unknown[], body: unknown): boolean {
  return read.length <= maxEntries && (read.length > 0 || isEmptyList(body));
}

function isEmptyList(body: unknown, depth = 0): boolean {
  if (Array.isArray(body)) return body.length === 0;
  const object = asObject(body);
  return object !== undefined && depth < maxDepth && isEmptyList(envelopeValues(object)[0], depth + 1);
}

/**
 * The formats of a list. An entry is a text, an object, or a key with facts; entries may be grouped by kind of file.
 */
function readFormats(value: unknown, depth = 0): string[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item) =>
      typeof item === 'string' ? (formatNamed(item) ?? []) : readItem(item, depth),
    );
  }
  const object = asObject(value);
  if (object === undefined || isUnavailable(object)) return [];
  const listed = readWrapped(object, depth);
  return listed.length > 0
    ? listed
    : Object.entries(object).flatMap(([key, inner]) => readKeyed(key, inner, depth));
}

function readItem(item: unknown, depth: number): string[] {
  const object = asObject(item) ?? {};
  const format = isUnavailable(object) ? undefined : describedFormat(object);
  if (format !== undefined && formatById(format)) return [format];
  const inner = readFormats(item, depth + 1);
  return inner.length > 0 || format === undefined ? inner : [format];
}

/** The formats of the first envelope or list that contains any. */
function readWrapped(object: JsonObject, depth: number): string[] {
  for (const value of envelopeValues(object)) {
    const formats = readFormats(value, depth + 1);
    if (formats.length > 0) return formats;
  }
  return [];
}

/** The format that a key names, or the formats below it if it names a kind of file. */
function readKeyed(key: string, value: unknown, depth: number): string[] {
  const format = isKind(key) ? undefined : formatNamed(key);
  if (format !== undefined) return formatKeys({ [key]: value }).map((described) => described.format);
  return readFormats(value, depth + 1);
}
