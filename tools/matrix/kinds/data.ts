import assert from 'node:assert/strict';
import { data } from '../../../test/support/service/fixtures.ts';
import { type DataValue as Value, decodeData } from '../decoders/data.ts';
import type { Check, Proofs } from '../proofs.ts';

const typed = new Set(['json', 'jsonc', 'ndjson', 'yaml', 'toml']);

/** Reads both files with Python, and compares the parts that the target can represent. */
const sameData: Check = async ({ from, to, source, output }) => {
  const before = shapeFor[to]?.(await decodeData(source, from));
  const after = await decodeData(output, to);
  const [expected, actual] =
    typed.has(from) && typed.has(to) ? [before, after] : [texts(before), texts(after)];
  assert.deepEqual(actual, expected);
};

const asItIs = (value: Value): Value => value;
const isList = (value: Value | undefined): value is Value[] => Array.isArray(value);
const isMap = (value: Value | undefined): value is { [key: string]: Value } =>
  typeof value === 'object' && value !== null && !isList(value);

/** For each target, the form of a value that it can't represent directly. */
const shapeFor: Readonly<Record<string, (value: Value) => Value>> = {
  json: asItIs,
  ndjson: (value) => (isList(value) ? value : [value]),
  yaml: asItIs,
  toml: (value) => (isList(value) ? { items: value } : value),
  xml: (value) => (hasRoot(value) ? value : { root: isList(value) ? { item: value } : value }),
  csv: table,
  tsv: table,
  ini: (value) => numbered(isList(value) ? { items: value } : value),
  properties: (value) => flat(isList(value) ? byNumber(value) : value),
};

function hasRoot(value: Value): boolean {
  return isMap(value) && Object.keys(value).length === 1 && !Object.values(value).some(isList);
}

/** The records of the data in a form that can be compared. */
export function table(value: Value): Value {
  const rows = listIn(value) ?? [value];
  const records = rows.map((row) => flat(row));
  const columns = new Set(records.flatMap(Object.keys));
  return records.map((record) => Object.fromEntries([...columns].map((name) => [name, record[name] ?? ''])));
}

function listIn(value: Value): Value[] | undefined {
  if (!isMap(value)) return isList(value) ? value : undefined;
  const inner = Object.entries(value).filter(([key]) => !key.startsWith('@'));
  return inner.length === 1 && inner[0] ? listIn(inner[0][1]) : undefined;
}

function flat(value: Value, prefix = ''): Record<string, Value> {
  if (!isMap(value)) return { value };
  const cells = Object.entries(value).flatMap(([key, each]): [string, Value][] => {
    if (isMap(each) && Object.keys(each).length > 0) return Object.entries(flat(each, `${prefix}${key}.`));
    return [[prefix + key, typeof each === 'object' && each !== null ? JSON.stringify(each) : each]];
  });
  return Object.fromEntries(cells);
}

function byNumber(list: Value[]): Value {
  return Object.fromEntries(list.map((each, at) => [String(at), each]));
}

/** INI only has lists of texts; other lists become numbered sections. */
function numbered(value: Value): Value {
  if (isList(value))
    return value.every((each) => typeof each !== 'object') ? value : numbered(byNumber(value));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, numbered(each)]));
}

/**
 * Formats without types turn everything into text. A list with one entry isn't a list there, and an empty list is
 * nothing.
 */
export function texts(value: Value | undefined): Value {
  if (isList(value) && value.length === 0) return '';
  if (isList(value)) return value.length === 1 ? texts(value[0]) : value.map(texts);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, texts(each)]));
  return value === null ? '' : String(value);
}

export const dataProofs: readonly Proofs[] = [
  {
    engine: 'data',
    kind: 'data',
    samples: {
      json: data('countries.json'),
      jsonc: data('tsconfig.jsonc'),
      ndjson: data('countries.ndjson'),
      yaml: data('countries.yaml'),
      toml: data('countries.toml'),
      xml: data('countries.xml'),
      csv: data('countries.csv'),
      tsv: data('countries.tsv'),
      ini: data('countries.ini'),
      properties: data('countries.properties'),
    },
    checks: Object.fromEntries(Object.keys(shapeFor).map((format) => [format, sameData])),
  },
];
