import { writeFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { ownValue } from '../../util/ownValue.ts';
import type { EngineTask } from '../api/task.ts';
import { tableDefaults } from '../lib/textOptions.ts';
import { readCsv, recordsOf, type RecordTable, tableOf, typedTable, writeCsv } from './tables.ts';
import { readIni, readProperties, writeIni, writeProperties } from './ini.ts';
import { readJson, readNdjson, writeJson, writeNdjson } from './json.ts';
import { dataOptions, typedTargets } from './data.ts';
import { readText } from '../lib/readText.ts';
import { readToml, writeToml } from './toml.ts';
import { checkDepth, tooDeep, type Tree } from './tree.ts';
import { readXml, writeXml } from './xml.ts';
import { readYaml, writeYaml } from './yaml.ts';

type DataOptions = z.infer<typeof dataOptions>;

const readers: Readonly<Record<string, (text: string) => Tree>> = {
  ini: readIni,
  json: readJson,
  jsonc: readJson,
  ndjson: readNdjson,
  properties: readProperties,
  toml: readToml,
  xml: readXml,
  yaml: readYaml,
};

const writers: Readonly<Record<string, (tree: Tree, indent: number) => string>> = {
  ini: writeIni,
  json: writeJson,
  ndjson: writeNdjson,
  properties: writeProperties,
  toml: writeToml,
  xml: writeXml,
  yaml: writeYaml,
};

/** Converts a data format to another one by parsing it into a common tree. */
export async function convertData({ from, to, options, inputPath, outputPath }: EngineTask): Promise<void> {
  const wanted = dataOptions.parse(options);
  const text = await readText(inputPath, from, wanted.encoding);
  try {
    await writeFile(outputPath, converted(text, from, to, wanted));
  } catch (error) {
    // Some parsers recurse as deep as the data is nested, so deep data overflows the stack.
    throw error instanceof RangeError ? tooDeep({ cause: error }) : error;
  }
}

function converted(text: string, from: string, to: string, options: DataOptions): string {
  const { indent = tableDefaults.indent, header = true, types = true } = options;
  const write = ownValue(writers, to);
  if (from === 'csv' || from === 'tsv') {
    const isTable = write === undefined;
    const table = readCsv(text, from === 'tsv' ? '\t' : options.delimiter, header && !isTable);
    if (isTable) return toTable(table, to, options);
    return write(recordsOf(types && typedTargets.has(to) ? typedTable(table) : table), indent);
  }
  const read = ownValue(readers, from);
  if (read === undefined) throw new Error(`Unsupported source format: ${from}`);
  const tree = read(text);
  checkDepth(tree);
  if (write) return write(tree, indent);
  const table = tableOf(tree);
  return toTable(header ? table : { ...table, header: undefined }, to, options);
}

function toTable(
  table: RecordTable,
  to: string,
  { delimiter = tableDefaults.delimiter }: DataOptions,
): string {
  return writeCsv(table, to === 'tsv' ? '\t' : delimiter);
}
