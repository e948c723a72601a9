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

/** Maximum depth of objects around a number of credits. */
const maxCreditDepth = 3;
/** Names of the number within an object such as `{ "credits": { "amount": 3 } }`. */
const innerNames = ['credits', 'amount', 'value'];

/** `1,200`, `12 000`, `1'200.50`: the same separator after every three digits. */
const groupedFigure = /^\d{1,3}(?:[,'’ \u00A0\u202F]\d{3})+(?:\.\d+)?$/;
/** Numbers such as `1.200,50` and `1.200.000`. */
const figureGroupedByPoints = /^\d{1,3}(?:\.\d{3}(?:\.\d{3})+(?:,\d+)?|\.\d{3},\d+)$/;
const plainFigure = /^\d+(?:\.\d+)?$/;
/** Numbers such as `1.200`, which is 1200 in some countries, and 1.2 in others. */
const ambiguousFigure = /^[1-9]\d{0,2}\.\d{3}$/;

/**
 * A number of credits, possibly as text. Returns `undefined` for anything else, for ambiguous numbers, and for `-1`,
 * which means unlimited.
 */
export function asCredits(value: unknown): number | undefined {
  const number = typeof value === 'string' ? numberIn(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function numberIn(text: string): number | undefined {
  const figure = text.replace(/credits?\s*$/i, '').trim();
  if (ambiguousFigure.test(figure)) return undefined;
  if (plainFigure.test(figure)) return Number(figure);
  if (groupedFigure.test(figure) && new Set(figure.match(/[^\d.]/g)).size === 1)
    return Number(figure.replaceAll(/[^\d.]/g, ''));
  if (figureGroupedByPoints.test(figure)) return Number(figure.replaceAll('.', '').replace(',', '.'));
  return undefined;
}

/**
 * The credits under one of the names, in an object or its inner objects. Specific names win over plain `credits`, which
 * wins over names without the word, such as `cost`. Returns `undefined` if equally specific names disagree.
 */
export function creditsIn(object: JsonObject, names: readonly string[], depth = 0): number | undefined {
  if (depth > maxCreditDepth) return undefined;
  const valueOf = picker(object);
  const present = names.filter((name) => valueOf(name) !== undefined);
  if (present.length === 0) return undefined;
  const unit = asText(valueOf('currency') ?? valueOf('unit'));
  const isMoney = unit !== undefined && !/credit/i.test(unit);
  for (const kind of isMoney ? [0, 1] : [0, 1, 2]) {
    const figures = present
      .filter((name) => kindOf(name) === kind)
      .flatMap((name) => figureOf(valueOf(name), names, depth) ?? []);
    if (figures.length > 0) return new Set(figures).size === 1 ? figures[0] : undefined;
  }
  return undefined;
}

function figureOf(value: unknown, names: readonly string[], depth: number): number | undefined {
  const inner = asObject(value);
  return inner === undefined ? asCredits(value) : creditsIn(inner, [...names, ...innerNames], depth + 1);
}

function kindOf(name: string): 0 | 1 | 2 {
  if (name === 'credits') return 1;
  return /credit/i.test(name) ? 0 : 2;
}
