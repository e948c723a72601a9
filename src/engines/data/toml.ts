import { parse, stringify, TomlDate, TomlError } from 'smol-toml';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { ExactNumber, isList, isMap, syntaxFault, type Tree } from './tree.ts';

const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

export function readToml(text: string): Tree {
  try {
    return treeOf(parse(text, { integersAsBigInt: 'asNeeded' }));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n')[0] ?? '';
    throw syntaxFault('TOML', error.line, reason.replace(/^Invalid TOML document: /, ''));
  }
}

/**
 * Writes TOML. The top level of a TOML file is a table, so a list is written under the key `items`, and a single value
 * under `value`.
 */
export function writeToml(tree: Tree): string {
  const root = isMap(tree) ? tree : new Map([[isList(tree) ? 'items' : 'value', tree]]);
  return stringify(plain(root));
}

function treeOf(value: unknown): Tree {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(treeOf);
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, each]) => [key, treeOf(each)]));
  }
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber || typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

function plain(tree: Tree): unknown {
  if (isMap(tree)) {
    // TOML has no null, so entries with null are omitted.
    const entries = [...tree].filter(([, value]) => value !== null);
    return Object.fromEntries(entries.map(([key, value]) => [key, plain(value)]));
  }
  if (isList(tree)) {
    if (tree.includes(null)) {
      throw new ConversionError(fault('toml.null'));
    }
    return tree.map(plain);
  }
  // A number outside TOML's range becomes text with all its digits.
  if (tree instanceof ExactNumber) return tree.text;
  if (typeof tree === 'bigint') return tree < int64.least || tree > int64.most ? String(tree) : tree;
  return tree;
}
