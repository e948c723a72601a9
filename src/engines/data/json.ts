import { type ParseErrorCode, visit } from 'jsonc-parser';
import { fault } from '../../contract/fault.ts';
import { ConversionError, isConversionError } from '../api/conversionError.ts';
import { ExactNumber, isList, isMap, lineAt, parseExactNumber, repeatedKey, type Tree } from './tree.ts';

/** Reads JSON and, as VS Code does, accepts comments and trailing commas. */
export function readJson(text: string): Tree {
  const roots: Tree[] = [];
  const open: (Tree[] | Map<string, Tree>)[] = [];
  let key = '';
  const keys: string[] = [];
  const put = (value: Tree): void => {
    const parent = open.at(-1);
    if (parent === undefined) roots.push(value);
    else if (Array.isArray(parent)) parent.push(value);
    else parent.set(key, value);
  };
  const begin = (container: Tree[] | Map<string, Tree>): void => {
    put(container);
    keys.push(key);
    open.push(container);
  };
  const end = (): void => {
    open.pop();
    key = keys.pop() ?? '';
  };
  visit(
    text,
    {
      onObjectBegin: () => begin(new Map()),
      onArrayBegin: () => begin([]),
      onObjectEnd: end,
      onArrayEnd: end,
      onObjectProperty: (name, offset) => {
        const parent = open.at(-1);
        if (parent instanceof Map && parent.has(name)) throw repeatedKey('JSON', lineAt(text, offset), name);
        key = name;
      },
      onLiteralValue: (value: string | number | boolean | null, offset, length) =>
        put(typeof value === 'number' ? parseExactNumber(text.slice(offset, offset + length)) : value),
      onError: (code: ParseErrorCode, offset) => {
        throw new ConversionError(fault(`json.${reasons[code]}`, lineAt(text, offset)));
      },
    },
    { allowTrailingComma: true },
  );
  return roots[0] ?? null;
}

/** Reads newline-delimited JSON, which has one value per line. */
export function readNdjson(text: string): Tree {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [readJson(line)];
    } catch (error) {
      if (isConversionError(error) && error.fault.id === 'data.repeatedKey')
        throw repeatedKey('NDJSON', index + 1, String(error.fault.parameters[2]));
      throw error instanceof Error ? new ConversionError(fault('ndjson.line', index + 1)) : error;
    }
  });
}

export function writeJson(tree: Tree, indent: number): string {
  return `${stringify(tree, ' '.repeat(indent), '')}\n`;
}

export function writeNdjson(tree: Tree): string {
  const values = isList(tree) ? tree : [tree];
  return values.map((value) => `${stringify(value, '', '')}\n`).join('');
}

function stringify(tree: Tree, indent: string, margin: string): string {
  if (tree instanceof ExactNumber) return tree.text;
  // JSON has no literals for infinity and NaN, which YAML and TOML support.
  if (typeof tree === 'number') return Number.isFinite(tree) ? literal(tree) : `"${tree}"`;
  if (typeof tree === 'bigint') return String(tree);
  const inner = margin + indent;
  if (isList(tree)) {
    return enclosed(
      '[]',
      tree.map((each) => stringify(each, indent, inner)),
      indent,
      margin,
    );
  }
  if (!isMap(tree)) return JSON.stringify(tree);
  const colon = indent === '' ? ':' : ': ';
  const entries = [...tree].map(
    ([key, value]) => JSON.stringify(key) + colon + stringify(value, indent, inner),
  );
  return enclosed('{}', entries, indent, margin);
}

function literal(number: number): string {
  return Object.is(number, -0) ? '-0' : String(number);
}

function enclosed(brackets: string, entries: readonly string[], indent: string, margin: string): string {
  const [open, close] = brackets;
  if (entries.length === 0 || indent === '') return `${open}${entries.join(',')}${close}`;
  return `${open}\n${entries.map((entry) => margin + indent + entry).join(',\n')}\n${margin}${close}`;
}

/** The parser's names of its error codes. */
const reasons = {
  1: 'InvalidSymbol',
  2: 'InvalidNumberFormat',
  3: 'PropertyNameExpected',
  4: 'ValueExpected',
  5: 'ColonExpected',
  6: 'CommaExpected',
  7: 'CloseBraceExpected',
  8: 'CloseBracketExpected',
  9: 'EndOfFileExpected',
  10: 'InvalidCommentToken',
  11: 'UnexpectedEndOfComment',
  12: 'UnexpectedEndOfString',
  13: 'UnexpectedEndOfNumber',
  14: 'InvalidUnicode',
  15: 'InvalidEscapeCharacter',
  16: 'InvalidCharacter',
} as const satisfies Record<ParseErrorCode, string>;
