import { memoizeShortTexts } from '../util/memoize.ts';
import { fields } from './dialect.ts';

/** Maximum number of envelopes around a record, such as `{ "data": … }`. */
const maxEnvelopes = 3;

/** A JSON object with unknown fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The value of the first of these fields that isn't missing or `null`. Case and separators don't matter, because some
 * services write `JobId` or `job_id`.
 */
export function pick(object: JsonObject, names: readonly string[]): unknown {
  return names.map(picker(object)).find((value) => value !== undefined);
}

/** Returns `pick` for one object, for reading several of its fields. */
export function picker(object: JsonObject): (name: string) => unknown {
  const values = new Map(
    Object.entries(object)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [foldCase(key), value]),
  );
  return (name) => values.get(foldCase(name));
}

/** A name without case and separators. */
export const foldCase = memoizeShortTexts((name) => name.replaceAll(/[\s_.-]/g, '').toLowerCase());

/** A number, or a string of digits as a number; `undefined` for anything else. */
export function asNumber(value: unknown): number | undefined {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined;
}

/** A non-empty string, or a number as a string. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Finds the record in a body: the first object that `isRecord` accepts within a few envelopes, else the body itself. A
 * list with one item counts as an envelope.
 */
export function unwrap(
  body: unknown,
  isRecord: (object: JsonObject) => boolean,
  depth = 0,
): JsonObject | undefined {
  const outer = asObject(Array.isArray(body) && body.length === 1 ? body[0] : body);
  if (outer === undefined || isRecord(outer) || depth === maxEnvelopes) return outer;
  const found = fields.envelope.read
    .map((name) => unwrap(pick(outer, [name]), isRecord, depth + 1))
    .find((inner) => inner !== undefined && isRecord(inner));
  return found ?? outer;
}
