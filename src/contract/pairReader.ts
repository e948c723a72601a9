import { ownValue } from '../util/ownValue.ts';
import { memoizeShortTexts } from '../util/memoize.ts';
import { asObject, asText, creditsIn, foldCase, type JsonObject, pick, picker } from './read.ts';
import { fields } from './dialect.ts';
import { formatNamed } from './formats/naming.ts';
import { formatById } from './formats/table.ts';

/** One supported conversion (api.md, Endpoints 9), with extra facts from the service. */
export interface ConversionPair extends Extras {
  readonly from: string;
  readonly to: string;
}

/** Optional facts that a service adds about a conversion. */
interface Extras {
  readonly lossy?: boolean;
  /** Properties that the conversion loses, such as `animation` or `layers`. */
  readonly losses?: readonly string[];
  /** The user's program that the conversion needs, if any. */
  readonly program?: string;
  /** Credits per file, before pages are counted. */
  readonly credits?: number;
}

interface DescribedFormat {
  readonly format: string;
  readonly extras: Extras;
}

/** The position of a value in the data. */
interface Place {
  readonly depth: number;
  /** The key above the value, if it can be a source format. */
  readonly source?: string | undefined;
  /** True if the value is one of several entries, each about a kind of format. */
  readonly isPart: boolean;
}

const maxLosses = 16;
const maxWordLength = 40;

/** Field names that are facts about a format, not formats. */
const factNames: ReadonlySet<string> = new Set(
  [fields.lossy, fields.losses, fields.program, fields.format, fields.besideLists].flatMap(({ read }) =>
    read.map(foldCase),
  ),
);

/** Matches two formats in one text, such as `png-webp`. */
const pairText = /^([a-z0-9.+]+)(?:\s+to\s+|\s*(?:-to-|_to_|->|→|=>|[-:/_,>])\s*)([a-z0-9.+]+)$/i;

const mediaType = /^\s*(?:image|audio|video|font|text|application)\//i;

/** Maximum depth of envelopes, categories, and lists around pairs. */
const maxDepth = 8;

/** Matches words before a field's name that don't affect its role, as in `supportedTargetFormats`. */
const roleBeginning = /^(?:supported|available|possible|allowed|valid)/;
const roleEnding = /(?:format|type|extension|ext)?s?$/;
const roleOf = memoizeShortTexts((name) => foldCase(name).replace(roleBeginning, '').replace(roleEnding, ''));
const sourceRoles: ReadonlySet<string> = new Set(fields.pairFrom.read.map(roleOf));
const targetRoles: ReadonlySet<string> = new Set(fields.pairTo.read.map(roleOf));

/** Possible names of a list or a pair, with their priorities. 0 is the highest. */
const wrappers: ReadonlyMap<string, number> = new Map(
  [...fields.list.read, ...fields.envelope.read, ...fields.pair.read].map((name, rank) => [
    foldCase(name),
    rank,
  ]),
);
const kinds: ReadonlySet<string> = new Set(fields.kind.read.map(foldCase));

/**
 * Finds pairs of formats in data of any shape. Field names identify sources and targets. Everything else is an
 * envelope, a category, a list, or a map from sources to targets.
 */
export class PairReader {
  #left: number;
  /** Number of objects that may still be searched. */
  #leftReads: number;

  /** @param maxPairs maximum number of pairs to read */
  constructor(maxPairs: number) {
    this.#left = maxPairs;
    this.#leftReads = 5 * maxPairs;
  }

  read(value: unknown, place: Place = { depth: 0, isPart: false }): ConversionPair[] {
    if (place.depth > maxDepth || this.#leftReads === 0) return [];
    this.#leftReads -= 1;
    const below = { depth: place.depth + 1, isPart: true };
    if (Array.isArray(value)) return value.flatMap((item) => this.#item(item, below));
    const object = asObject(value);
    if (object === undefined || isUnavailable(object)) return [];
    const readers = [() => this.#entry(object, place), () => this.#wrapped(object, place)];
    // Without a named source, a field may be anything, such as a category.
    for (const reader of rolesIn(object).from === undefined ? readers.toReversed() : readers) {
      const pairs = reader();
      if (pairs.length > 0) return pairs;
    }
    return Object.entries(object).flatMap(([key, inner]) => this.#keyed(key, inner, below));
  }

  /** The pairs of the first envelope or list that contains any. */
  #wrapped(object: JsonObject, { depth, isPart }: Place): ConversionPair[] {
    for (const value of envelopeValues(object)) {
      const pairs =
        typeof value === 'string' ? this.#ofText(value, {}) : this.read(value, { depth: depth + 1, isPart });
      if (pairs.length > 0) return pairs;
    }
    return [];
  }

  /**
   * Reads a list item: a text with both formats, a list of a source and its targets, or anything else that contains
   * pairs.
   */
  #item(item: unknown, place: Place): ConversionPair[] {
    if (typeof item === 'string') return this.#ofText(item, {});
    const sources = Array.isArray(item) && item.length > 1 ? formatsIn(item[0]) : [];
    if (!Array.isArray(item) || sources.length === 0) return this.read(item, place);
    return this.#pairs(sources, formatsIn(item[1]), {});
  }

  /** Reads an object that names targets. The object itself or a key above it names the source. */
  #entry(object: JsonObject, { source, isPart }: Place): ConversionPair[] {
    const { from, to: targeted } = rolesIn(object);
    const to = targeted ?? plainList(object, from !== undefined);
    if (to === undefined) return [];
    const ownName = describedFormat(object);
    const format = ownName === undefined || isKind(ownName) ? source : ownName;
    const sources = from === undefined ? described(format) : formatsIn(from);
    const targets = formatsIn(to);
    // If a list has several sources and several targets, nothing shows which belong together.
    if (!isPart && sources.length > 1 && targets.length > 1) return [];
    return this.#pairs(sources, targets, readExtras(object));
  }

  /** Reads the value of a key: the targets of a source, the pairs of a category, or facts about a pair. */
  #keyed(key: string, value: unknown, place: Place): ConversionPair[] {
    if (wrappers.has(foldCase(key)) || isFact(key)) return [];
    const source = isKind(key) || isRole(key) ? undefined : formatNamed(key);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#item(item, place));
      const isCategory =
        source === undefined || (items.length > 0 && items.every(({ length }) => length > 0));
      return isCategory ? items.flat() : this.#pairs(described(source), formatsIn(value), {});
    }
    const object = value === true ? {} : asObject(value);
    if (object === undefined || isUnavailable(object)) return [];
    if (rolesIn(object).to !== undefined) return this.#entry(object, { ...place, source });
    const pair = formatById(source ?? '') ? [] : this.#ofText(key, readExtras(object));
    if (pair.length > 0) return pair;
    const pairs = source === undefined || holdsSources(object) ? this.read(object, place) : [];
    return pairs.length > 0 ? pairs : this.#pairs(described(source), formatsBelow(object), {});
  }

  #ofText(text: string, extras: Extras): ConversionPair[] {
    const [from, to] = formatsOfPair(text) ?? [];
    return this.#pairs(formatsIn(from), formatsIn(to), extras);
  }

  #pairs(
    sources: readonly DescribedFormat[],
    targets: readonly DescribedFormat[],
    extras: Extras,
  ): ConversionPair[] {
    const pairs: ConversionPair[] = [];
    for (const { format: from } of sources) {
      for (const target of targets) {
        if (sources.length > 1 && from === target.format) continue;
        if (this.#left === 0) return pairs;
        this.#left -= 1;
        pairs.push({ from, to: target.format, ...extras, ...target.extras });
      }
    }
    return pairs;
  }
}

/** True if a name is that of a kind of file. */
export function isKind(name: string): boolean {
  return kinds.has(foldCase(name));
}

/** The values of fields named like lists or envelopes, in order of priority. */
export function envelopeValues(object: JsonObject): unknown[] {
  return Object.entries(object)
    .map(([key, value]) => ({ rank: wrappers.get(foldCase(key)), value }))
    .filter(({ rank, value }) => rank !== undefined && value !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ value }) => value);
}

function described(format: string | undefined): DescribedFormat[] {
  return format === undefined ? [] : [{ format, extras: {} }];
}

/** A list of texts in a field named like a list, if the object names a source or describes a known format. */
function plainList(object: JsonObject, hasSource: boolean): unknown {
  if (!Object.values(object).some(Array.isArray)) return undefined;
  const list = pick(object, fields.list.read);
  const isPlain = Array.isArray(list) && list.every((item) => typeof item === 'string');
  return isPlain && (hasSource || formatById(describedFormat(object) ?? '')) ? list : undefined;
}

/** The values of the fields that name a source and targets. */
function rolesIn(object: JsonObject): { from: unknown; to: unknown } {
  const values = new Map(
    Object.entries(object)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [roleOf(key), value]),
  );
  const valueOf = (roles: ReadonlySet<string>): unknown =>
    [...roles].map((role) => values.get(role)).find((value) => value !== undefined);
  return { from: valueOf(sourceRoles), to: valueOf(targetRoles) };
}

function isRole(name: string): boolean {
  return sourceRoles.has(roleOf(name)) || targetRoles.has(roleOf(name));
}

/** True if the keys of a map are source formats, so that the key above the map is a category. */
function holdsSources(map: JsonObject): boolean {
  return Object.entries(map).some(
    ([key, value]) =>
      !isFact(key) && (Array.isArray(value) || rolesIn(asObject(value) ?? {}).to !== undefined),
  );
}

/** The two formats in a text, as written. */
function formatsOfPair(text: string): [from: string, to: string] | undefined {
  const [, from, to] = pairText.exec(text.trim()) ?? [];
  return from && to && !mediaType.test(text) ? [from, to] : undefined;
}

/** The format that an object describes: the first of its names that can be a format. */
export function describedFormat(object: JsonObject): string | undefined {
  const valueOf = picker(object);
  for (const name of fields.format.read) {
    const value = valueOf(name);
    const format = Array.isArray(value) ? value.map(formatNamed).find(Boolean) : formatNamed(value);
    if (format !== undefined) return format;
  }
  return undefined;
}

/** True if an object says that it is unavailable. */
export function isUnavailable(object: JsonObject): boolean {
  const valueOf = picker(object);
  return fields.supported.read.some((name) => valueOf(name) === false);
}

/**
 * The formats that a value names: a text, a list, an object about one format, lists by category, or a map from formats
 * to facts.
 */
function formatsIn(value: unknown): DescribedFormat[] {
  if (typeof value === 'string') return formatsOfText(value);
  if (Array.isArray(value)) return value.flatMap(formatsIn);
  const object = asObject(value);
  if (object === undefined || isUnavailable(object)) return [];
  const format = describedFormat(object);
  return format === undefined ? formatsBelow(object) : [{ format, extras: readExtras(object) }];
}

/** The formats in lists by category, or in a map from formats to facts. */
function formatsBelow(object: JsonObject): DescribedFormat[] {
  const lists = Object.entries(object).filter(([name, list]) => Array.isArray(list) && !isFact(name));
  return lists.length > 0 ? lists.flatMap(([, list]) => formatsIn(list)) : formatKeys(object);
}

/** The formats among the keys of a map. A key with only a message or a number isn't a format. */
export function formatKeys(map: JsonObject): DescribedFormat[] {
  return Object.keys(map).flatMap((key) => {
    const value = ownValue(map, key);
    const format = isFact(key) ? undefined : formatNamed(key);
    const facts = asObject(value) ?? {};
    const isDescribed =
      value === true || (typeof value === 'object' && value !== null && !isUnavailable(facts));
    return format === undefined || !isDescribed ? [] : [{ format, extras: readExtras(facts) }];
  });
}

/** True if a name is that of a fact about a format. */
function isFact(name: string): boolean {
  return factNames.has(foldCase(name));
}

/** Reads the extra facts that a service reports about a conversion. */
function readExtras(object: JsonObject): Extras {
  const lossy = pick(object, fields.lossy.read);
  const losses = pick(object, fields.losses.read);
  const program = asShortText(pick(object, fields.program.read));
  const credits = creditsIn(object, fields.estimate.read);
  return {
    ...(typeof lossy === 'boolean' ? { lossy } : {}),
    ...(Array.isArray(losses)
      ? { losses: losses.slice(0, maxLosses).flatMap((loss) => asShortText(loss) ?? []) }
      : {}),
    ...(program === undefined ? {} : { program }),
    ...(credits === undefined ? {} : { credits }),
  };
}

/** A text that is short enough to be stored for thousands of pairs. */
function asShortText(value: unknown): string | undefined {
  const text = asText(value);
  return text !== undefined && text.length <= maxWordLength ? text : undefined;
}

/** One or more formats, separated by commas. */
function formatsOfText(text: string): DescribedFormat[] {
  const formats = text.split(/[,;|]/).map(formatNamed);
  const named = formats.filter((format) => format !== undefined);
  const isPair = formats.length === 1 && formatsOfPair(text) !== undefined && !formatById(named[0] ?? '');
  return isPair || named.length < formats.length ? [] : named.map((format) => ({ format, extras: {} }));
}
