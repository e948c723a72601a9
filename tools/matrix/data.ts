import assert from 'node:assert/strict';
import { data } from '../../test/support/service/fixtures.ts';
import type { Check } from './check.ts';
import { type DataValue as Value, decodeData } from './decoders/python.ts';

const typed = new Set(['json', 'jsonc', 'ndjson', 'yaml', 'toml']);

/**
 * Python reads the same content in both files: the same value if both formats have types and nesting, and otherwise the
 * same texts under the same names.
 */
export const sameData: Check = async ({ from, to, source, output }) => {
  const [before, after] = [await decodeData(source, from), await decodeData(output, to)];
  if (typed.has(from) && typed.has(to)) return assert.deepEqual(after, wrapped(before, to));
  // A table has no place for an attribute of the root.
  const isHeld = (leaf: string): boolean => !leaf.startsWith('@source=') || (to !== 'csv' && to !== 'tsv');
  assert.deepEqual(leaves(after).toSorted(), leaves(before).filter(isHeld).toSorted());
};

/** NDJSON contains a list, and TOML contains names. */
function wrapped(value: Value, to: string): Value {
  if (to === 'ndjson') return Array.isArray(value) ? value : [value];
  return to === 'toml' && Array.isArray(value) ? { items: value } : value;
}

/**
 * The texts in a value, each with its name. Formats without types write a list as JSON, number its entries, or nest
 * names with dots. They can’t distinguish an empty text from a missing one.
 */
export function leaves(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => leaves(each, name));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => leaves(each, lastName(key) ?? name));
  if (value === null || value === undefined || value === '') return [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (/^[[{].*[\]}]$/s.test(text)) return leaves(JSON.parse(text), name);
  return [`${name}=${text}`];
}

function lastName(key: string): string | undefined {
  return key.split('.').findLast((part) => part !== '' && !/^\d+$/.test(part) && part !== 'item');
}

export const dataSample = (from: string): string =>
  data(from === 'jsonc' ? 'tsconfig.jsonc' : `countries.${from}`);
