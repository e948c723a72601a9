import { asObject, asText, type JsonObject, picker } from './read.ts';

/** Maximum depth of objects around a number of credits. */
const maxDepth = 3;
/** Names of the number within an object such as `{ "credits": { "amount": 3 } }`. */
const innerNames = ['credits', 'amount', 'value'];

/** `1,200`, `12 000`, `1'200.50`: the same separator after every three digits. */
const grouped = /^\d{1,3}(?:[,'’ \u00A0\u202F]\d{3})+(?:\.\d+)?$/;
/** Numbers such as `1.200,50` and `1.200.000`. */
const groupedByPoints = /^\d{1,3}(?:\.\d{3}(?:\.\d{3})+(?:,\d+)?|\.\d{3},\d+)$/;
const plain = /^\d+(?:\.\d+)?$/;
/** Numbers such as `1.200`, which is 1200 in some countries, and 1.2 in others. */
const ambiguous = /^[1-9]\d{0,2}\.\d{3}$/;

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
  if (ambiguous.test(figure)) return undefined;
  if (plain.test(figure)) return Number(figure);
  if (grouped.test(figure) && new Set(figure.match(/[^\d.]/g)).size === 1)
    return Number(figure.replaceAll(/[^\d.]/g, ''));
  if (groupedByPoints.test(figure)) return Number(figure.replaceAll('.', '').replace(',', '.'));
  return undefined;
}

/**
 * The credits under one of the names, in an object or its inner objects. Specific names win over plain `credits`, which
 * wins over names without the word, such as `cost`. Returns `undefined` if equally specific names disagree.
 */
export function creditsIn(object: JsonObject, names: readonly string[], depth = 0): number | undefined {
  if (depth > maxDepth) return undefined;
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
