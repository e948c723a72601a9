import { fault } from '../../contract/fault.ts';
import { withoutTrailing } from '../../util/text.ts';
import { ConversionError } from '../api/conversionError.ts';

/** The written form of a number that neither a double nor a `bigint` represents exactly. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Scalar = string | number | bigint | boolean | ExactNumber | null;

/** The parsed form of every data format. A `Map` preserves the order of numeric keys and allows any key. */
export type Tree = Scalar | readonly Tree[] | TreeMap;
export type TreeMap = ReadonlyMap<string, Tree>;

const maxDepth = 200;

export function isMap(tree: Tree): tree is TreeMap {
  return tree instanceof Map;
}

export function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree);
}

export function isScalar(tree: Tree): tree is Scalar {
  return !isMap(tree) && !isList(tree);
}

/** Returns the text of a scalar; empty for `null`. */
export function scalarText(scalar: Scalar): string {
  if (scalar === null) return '';
  return scalar instanceof ExactNumber ? scalar.text : String(scalar);
}

/** Reads a decimal literal of JSON or YAML without losing digits. */
export function parseExactNumber(text: string): number | bigint | ExactNumber {
  const nearest = Number(text);
  // A larger integer may have been rounded to the nearest double, so its digits aren't exact.
  const isExact = !/^[-+]?\d+$/.test(text) || Number.isSafeInteger(nearest);
  if (isExact && digitsOf(text) === digitsOf(String(nearest))) return nearest;
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?!\d)/, '');
  return /^-?\d+$/.test(plain) ? BigInt(plain) : new ExactNumber(plain);
}

/** Normalizes the spelling of a decimal number, so that equal numbers have equal text. */
function digitsOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutTrailing(digits, /0/);
  if (significant === '') return text.length > 0 && /\d/.test(text) ? '0' : text;
  const scale = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign === '-' ? '-' : ''}${significant}e${scale}`;
}

/**
 * Adds an entry to a map that is being built.
 * @throws ConversionError if the map already has the key
 */
export function addUnique<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.has(key)) throw new ConversionError(fault('data.sameKey', key));
  map.set(key, value);
}

/**
 * Limits the depth of a tree.
 * @throws ConversionError `conversion.limit_exceeded` if it is too deep for most readers
 */
export function checkDepth(tree: Tree): void {
  let level: readonly Tree[] = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw tooDeep();
    level = level.flatMap((each) => (isMap(each) ? [...each.values()] : isList(each) ? each : []));
  }
}

export function tooDeep(options?: ErrorOptions): ConversionError {
  return new ConversionError(fault('data.depth', maxDepth), options);
}

/** The error for invalid syntax: one sentence with the line number and the parser's reason. */
export function syntaxFault(format: string, line: number | undefined, reason: string): ConversionError {
  const words = reason.trim().replace(/\.$/, '');
  return new ConversionError(
    line === undefined ? fault('syntax', format, words) : fault('syntaxInLine', format, line, words),
  );
}

export function repeatedKey(format: string, line: number, key: string): ConversionError {
  return new ConversionError(fault('data.repeatedKey', format, line, key));
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
