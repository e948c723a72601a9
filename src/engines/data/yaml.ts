import {
  isScalar,
  LineCounter,
  type Node,
  Pair,
  parseAllDocuments,
  Scalar,
  type ScalarTag,
  stringify,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import {
  addUnique,
  ExactNumber,
  isList,
  isMap,
  parseExactNumber,
  repeatedKey,
  syntaxFault,
  tooDeep,
  type Tree,
} from './tree.ts';

/** The maximum number of aliases, since nested ones expand exponentially ("billion laughs"). */
const maxAliasCount = 100;

const withoutPoint = /^-?\de[-+]\d+$/;
const setTag = 'tag:yaml.org,2002:set';
const leadingZero = /^[-+]?0\d/;
/** Tags of CloudFormation that stand for a mapping whose key lacks the prefix of functions. */
const plainTags = new Set(['!Condition', '!Ref']);
/** Tags of CloudFormation that stand for a mapping with one key, the function. */
const functionTags =
  /^!(?:And|Base64|Cidr|Equals|FindInMap|GetAtt|GetAZs|If|ImportValue|Join|Length|Not|Or|Select|Split|Sub|ToJsonString|Transform)$/;
/** Decimal numbers, unlike `0x1f`, `0o17`, and `.inf`. */
const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** Reads YAML 1.2 with the merge keys of YAML 1.1. Several documents become a list. */
export function readYaml(text: string): Tree {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, {
    intAsBigInt: true,
    merge: true,
    // Duplicate keys are checked below, where keys are compared as written.
    uniqueKeys: false,
    lineCounter,
    prettyErrors: false,
    logLevel: 'silent',
  });
  if (!Array.isArray(documents)) return null;
  const trees = documents.map((document) => {
    const found = document.errors[0];
    if (found?.code === 'RESOURCE_EXHAUSTION') throw tooDeep({ cause: found });
    if (found) throw syntaxFault('YAML', lineCounter.linePos(found.pos[0]).line, found.message);
    visit(document, {
      Map: (_key, node) => nameKeys(node, lineCounter),
      Scalar: (_key, node) => {
        const { value, source } = node;
        if (source === undefined || (typeof value !== 'number' && typeof value !== 'bigint')) return;
        // YAML 1.1 and 1.2 read `010` and `008` as different numbers, and many people mean text.
        if (leadingZero.test(source)) node.value = source;
        else if (decimal.test(source)) node.value = parseExactNumber(source);
      },
    });
    visit(document, { Value: (key, node) => (key === 'key' ? undefined : inLongForm(node)) });
    try {
      return treeOf(document.toJS({ mapAsMap: true, maxAliasCount }));
    } catch (error) {
      // The parser throws a `ReferenceError` for an unknown alias, or for too many aliases.
      if (!(error instanceof ReferenceError)) throw error;
      throw new ConversionError(fault('yaml.aliases'), {
        cause: error,
      });
    }
  });
  return trees.length > 1 ? trees : (trees[0] ?? null);
}

export function writeYaml(tree: Tree, indent: number): string {
  return stringify(tree, {
    indent: Math.max(1, indent),
    lineWidth: 0,
    // Parsers of YAML 1.1 would read an unquoted `no` as false.
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
    customTags: (tags) => [exactNumberTag, exponentTag, equalsSignTag, ...tags],
  });
}

/** Parsers of YAML 1.1 can't read an unquoted `=`, which has a type of its own. */
const equalsSignTag: ScalarTag = {
  default: true,
  test: /^=$/,
  tag: 'tag:yaml.org,2002:str',
  identify: (value) => value === '=',
  resolve: (text) => text,
  stringify: () => '"="',
};

const exactNumberTag: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  identify: (value) => value instanceof ExactNumber,
  resolve: (text) => new ExactNumber(text),
  stringify: ({ value }) => (value instanceof ExactNumber ? value.text : String(value)),
};

/** Parsers of YAML 1.1 read `1e-7` as text, because it has no decimal point. */
const exponentTag: ScalarTag = {
  default: true,
  test: withoutPoint,
  tag: 'tag:yaml.org,2002:float',
  identify: (value) => typeof value === 'number' && withoutPoint.test(String(value)),
  resolve: Number,
  stringify: ({ value }) => String(value).replace('e', '.0e'),
};

/** Replaces a mapping's keys with their written form, so that keys such as `1` and `1.0` stay distinct. */
function nameKeys(map: YAMLMap, lineCounter: LineCounter): void {
  if (map.tag === setTag) return;
  const names = new Set<string>();
  for (const { key } of map.items) {
    if (!isScalar(key) || isMergeKey(key)) continue;
    const isNumber = typeof key.value === 'number' || typeof key.value === 'bigint';
    const name = isNumber && decimal.test(key.source ?? '') ? (key.source ?? '') : String(key.value);
    if (names.has(name)) throw repeatedKey('YAML', lineCounter.linePos(key.range?.[0] ?? 0).line, name);
    names.add(name);
    if (key.anchor === undefined) key.value = name;
  }
}

/** Returns the mapping that a tag of CloudFormation stands for, as in `!Ref Key` for `Ref: Key`. */
function inLongForm(node: Scalar | YAMLMap | YAMLSeq): YAMLMap | undefined {
  const { tag = '', anchor } = node;
  if (!plainTags.has(tag) && !functionTags.test(tag)) return undefined;
  const name = tag.slice(1);
  const long = new YAMLMap<Scalar, Node>();
  if (anchor !== undefined) long.anchor = anchor;
  delete node.anchor;
  delete node.tag;
  const value = name === 'GetAtt' && isScalar(node) ? attributeParts(String(node.value)) : node;
  long.items.push(new Pair(new Scalar(plainTags.has(tag) ? name : `Fn::${name}`), value));
  return long;
}

/** Splits `Resource.Attribute`. The name of an attribute may contain dots. */
function attributeParts(text: string): YAMLSeq {
  const list = new YAMLSeq();
  const at = text.indexOf('.');
  for (const part of at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]) list.add(new Scalar(part));
  return list;
}

/** True for merge keys, which may repeat and aren't keys of the mapping itself. */
function isMergeKey({ value, type }: Scalar): boolean {
  return typeof value === 'symbol' || (value === '<<' && type === 'PLAIN');
}

function treeOf(value: unknown): Tree {
  if (value instanceof Map) {
    const entries = new Map<string, Tree>();
    for (const [key, each] of value as ReadonlyMap<unknown, unknown>)
      addUnique(entries, keyText(key), treeOf(each));
    return entries;
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) || value instanceof Set) return [...value].map(treeOf);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value instanceof ExactNumber ? value : null;
}

/** Returns a key as text. YAML allows any value as a key, but the other formats only allow text. */
function keyText(key: unknown): string {
  const tree = treeOf(key);
  if (isMap(tree) || isList(tree)) {
    throw new ConversionError(fault('yaml.key'));
  }
  return tree instanceof ExactNumber ? tree.text : String(tree);
}
