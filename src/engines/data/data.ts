import * as z from 'zod/mini';
import type { Loss } from '../../contract/losses.ts';
import { type Conversion, type EngineDescription, usualConversion } from '../api/engineDescription.ts';
import { type OptionsSchema, strictOptions } from '../api/options.ts';
import {
  header,
  indent,
  readDelimiter,
  tableOptions,
  types,
  writtenDelimiter,
  textEncoding,
} from '../lib/textOptions.ts';

export const dataOptions = z.object(tableOptions);

const indented = new Set(['json', 'yaml', 'xml']);
/** Target formats that distinguish numbers from text. */
export const typedTargets: ReadonlySet<string> = new Set(['json', 'ndjson', 'yaml', 'toml']);

function optionsOf(from: string, to: string): OptionsSchema {
  const tables: string[] = [from, to].filter((format) => format === 'csv' || format === 'tsv');
  return strictOptions({
    ...(indented.has(to) ? { indent } : {}),
    ...(from === 'csv' || from === 'tsv' ? { encoding: textEncoding } : {}),
    ...(from === 'csv' ? { delimiter: readDelimiter } : {}),
    ...(to === 'csv' ? { delimiter: writtenDelimiter } : {}),
    ...(tables.length === 1 ? { header } : {}),
    ...(tables.includes(from) && typedTargets.has(to) ? { types } : {}),
  });
}

/** The properties that each data format can represent. A conversion loses those that the target lacks. */
const traitsOf = {
  json: ['types', 'nesting', 'nulls'],
  jsonc: ['types', 'nesting', 'nulls', 'comments'],
  ndjson: ['types', 'nesting', 'nulls'],
  yaml: ['types', 'nesting', 'nulls', 'comments', 'anchors'],
  toml: ['types', 'nesting', 'comments', 'dateTypes'],
  xml: ['nesting', 'comments', 'mixedOrder'],
  csv: [],
  tsv: [],
  ini: ['comments'],
  properties: ['comments'],
} as const satisfies Readonly<Record<string, readonly Loss[]>>;

type DataFormat = keyof typeof traitsOf;

const targets = ['json', 'ndjson', 'yaml', 'toml', 'xml', 'csv', 'tsv', 'ini', 'properties'] as const;
const sources = [...targets, 'jsonc'] as const satisfies readonly DataFormat[];
/** Properties that are lost even if the target supports them, because no parser preserves them. */
const neverKept = new Set<string>(['comments', 'anchors', 'mixedOrder']);

/** Formats whose numbers may have any number of digits. TOML's integers have 64 bits. */
const unbounded = new Set<string>(['json', 'jsonc', 'ndjson', 'yaml']);

function lossesOf(from: DataFormat, to: DataFormat): Loss[] {
  const kept = new Set<string>(traitsOf[to].filter((each) => !neverKept.has(each)));
  const lost: Loss[] = traitsOf[from].filter((each) => !kept.has(each));
  // Sources without number types store large numbers as text, which stays text in TOML.
  return to === 'toml' && unbounded.has(from) ? [...lost, 'largeNumbers'] : lost;
}

export const dataConversions = (): readonly Conversion[] =>
  sources.flatMap((from) =>
    targets
      .filter((to) => to !== from)
      .map((to) => usualConversion(from, to, lossesOf(from, to), () => optionsOf(from, to))),
  );

/** Converts JSON, YAML, CSV, and similar data. */
export const data = {
  id: 'data',
  load: async () => (await import('./convert.ts')).convertData,
  time: 'values',
  memory: 'texts',
  conversions: dataConversions,
} as const satisfies EngineDescription;
