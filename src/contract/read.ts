import { own } from '../util/own.ts';
import { fields } from './dialect.ts';

/** A JSON object whose fields are not known beforehand. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The first of the names that holds something; `null` counts as nothing. Names are the same whatever their case and
 * separators: some services write `JobId` or `job_id`.
 */
export function pick(object: JsonObject, names: readonly string[]): unknown {
  const keys = new Map(
    Object.keys(object)
      .filter((key) => own(object, key) !== null)
      .map((key) => [folded(key), key]),
  );
  const key = names.map((name) => keys.get(folded(name))).find((found) => found !== undefined);
  return key === undefined ? undefined : own(object, key);
}

function folded(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** A number, also when it is written as a string of digits; `undefined` for anything else. */
export function asNumber(value: unknown): number | undefined {
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : undefined;
}

/** A non-empty string, also when it is written as a number. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The record in a body: the body itself, or the object inside one envelope when `isRecord` finds it only there. */
export function unwrap(body: unknown, isRecord: (object: JsonObject) => boolean): JsonObject | undefined {
  const outer = asObject(body);
  if (outer === undefined || isRecord(outer)) return outer;
  const inner = asObject(pick(outer, fields.envelope.read));
  return inner !== undefined && isRecord(inner) ? inner : outer;
}
