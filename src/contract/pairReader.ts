import { remembered } from '../util/remembered.ts';
import {
  type DescribedFormat,
  type Extras,
  formatsBelow,
  formatsIn,
  formatsOfPair,
  isFact,
  isOff,
  ownFormat,
  readExtras,
} from './describedFormats.ts';
import { fields } from './dialect.ts';
import { formatNamed } from './formats/naming.ts';
import { formatRow } from './formats/table.ts';
import { asObject, folded, type JsonObject, pick } from './read.ts';

/** One supported conversion (api.md, Endpoints 9), with the service's extra facts. */
export interface ConversionPair extends Extras {
  readonly from: string;
  readonly to: string;
}

/** A value's position. */
interface Place {
  readonly depth: number;
  /** The key above it, if it can be a source. */
  readonly source?: string | undefined;
  /** True if it is one of several entries, each about a kind of format. */
  readonly isPart: boolean;
}

/** Maximum depth of envelopes, categories, and lists around pairs. */
const maxDepth = 8;

/** Prefixes in a name that don't affect its role, as in `supportedTargetFormats`. */
const roleBeginning = /^(?:supported|available|possible|allowed|valid)/;
const roleEnding = /(?:format|type|extension|ext)?s?$/;
const roleOf = remembered((name) => folded(name).replace(roleBeginning, '').replace(roleEnding, ''));
const sourceRoles: ReadonlySet<string> = new Set(fields.pairFrom.read.map(roleOf));
const targetRoles: ReadonlySet<string> = new Set(fields.pairTo.read.map(roleOf));

/** Possible names of a list or a pair, with their priority: 0 is the highest. */
const wrappers: ReadonlyMap<string, number> = new Map(
  [...fields.list.read, ...fields.envelope.read, ...fields.pair.read].map((name, rank) => [
    folded(name),
    rank,
  ]),
);
const kinds: ReadonlySet<string> = new Set(fields.kind.read.map(folded));

/**
 * Finds pairs of formats in data of any shape: names identify sources and targets; everything else is an envelope, a
 * category, a list, or a map from sources to targets.
 */
export class PairReader {
  #left: number;
  /** Remaining number of objects to search. */
  #looks: number;

  /** @param maxPairs number of pairs after which it stops */
  constructor(maxPairs: number) {
    this.#left = maxPairs;
    this.#looks = 5 * maxPairs;
  }

  read(value: unknown, place: Place = { depth: 0, isPart: false }): ConversionPair[] {
    if (place.depth > maxDepth || this.#looks === 0) return [];
    this.#looks -= 1;
    const below = { depth: place.depth + 1, isPart: true };
    if (Array.isArray(value)) return value.flatMap((item) => this.#item(item, below));
    const object = asObject(value);
    if (object === undefined || isOff(object)) return [];
    const ways = [() => this.#entry(object, place), () => this.#wrapped(object, place)];
    // Without a named source, a name may be anything, such as a category.
    for (const way of rolesIn(object).from === undefined ? ways.toReversed() : ways) {
      const pairs = way();
      if (pairs.length > 0) return pairs;
    }
    return Object.entries(object).flatMap(([key, inner]) => this.#keyed(key, inner, below));
  }

  /** The pairs of the first envelope or list that has any. */
  #wrapped(object: JsonObject, { depth, isPart }: Place): ConversionPair[] {
    for (const value of wrappedIn(object)) {
      const pairs =
        typeof value === 'string' ? this.#ofText(value, {}) : this.read(value, { depth: depth + 1, isPart });
      if (pairs.length > 0) return pairs;
    }
    return [];
  }

  /** A list item: a text with both formats, a list of a source and targets, or anything else with pairs. */
  #item(item: unknown, place: Place): ConversionPair[] {
    if (typeof item === 'string') return this.#ofText(item, {});
    const sources = Array.isArray(item) && item.length > 1 ? formatsIn(item[0]) : [];
    if (!Array.isArray(item) || sources.length === 0) return this.read(item, place);
    return this.#pairs(sources, formatsIn(item[1]), {});
  }

  /** An object that names targets; the source is in it or above it. */
  #entry(object: JsonObject, { source, isPart }: Place): ConversionPair[] {
    const { from, to: targeted } = rolesIn(object);
    const to = targeted ?? plainList(object, from !== undefined);
    if (to === undefined) return [];
    const ownName = ownFormat(object);
    const format = ownName === undefined || isKind(ownName) ? source : ownName;
    const sources = from === undefined ? described(format) : formatsIn(from);
    const targets = formatsIn(to);
    // A list with several sources and targets doesn't say which belong together.
    if (!isPart && sources.length > 1 && targets.length > 1) return [];
    return this.#pairs(sources, targets, readExtras(object));
  }

  /** The value of a key: the targets of a source, the pairs of a category, or facts about a pair. */
  #keyed(key: string, value: unknown, place: Place): ConversionPair[] {
    if (wrappers.has(folded(key)) || isFact(key)) return [];
    const source = isKind(key) || isRole(key) ? undefined : formatNamed(key);
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#item(item, place));
      const isCategory =
        source === undefined || (items.length > 0 && items.every(({ length }) => length > 0));
      return isCategory ? items.flat() : this.#pairs(described(source), formatsIn(value), {});
    }
    const object = value === true ? {} : asObject(value);
    if (object === undefined || isOff(object)) return [];
    if (rolesIn(object).to !== undefined) return this.#entry(object, { ...place, source });
    const pair = formatRow(source ?? '') ? [] : this.#ofText(key, readExtras(object));
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

/** True for the name of a kind of files. */
export function isKind(name: string): boolean {
  return kinds.has(folded(name));
}

/** The values under names of lists and envelopes, in order of priority. */
export function wrappedIn(object: JsonObject): unknown[] {
  return Object.entries(object)
    .map(([key, value]) => ({ rank: wrappers.get(folded(key)), value }))
    .filter(({ rank, value }) => rank !== undefined && value !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ value }) => value);
}

function described(format: string | undefined): DescribedFormat[] {
  return format === undefined ? [] : [{ format, extras: {} }];
}

/** A list of texts under a list's name, if the object names a source or describes a known format. */
function plainList(object: JsonObject, hasSource: boolean): unknown {
  if (!Object.values(object).some(Array.isArray)) return undefined;
  const list = pick(object, fields.list.read);
  const isPlain = Array.isArray(list) && list.every((item) => typeof item === 'string');
  return isPlain && (hasSource || formatRow(ownFormat(object) ?? '')) ? list : undefined;
}

/** The values under names for a source and for targets. */
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

/** True if the keys of a map are sources, so that the key above is a category. */
function holdsSources(map: JsonObject): boolean {
  return Object.entries(map).some(
    ([key, value]) =>
      !isFact(key) && (Array.isArray(value) || rolesIn(asObject(value) ?? {}).to !== undefined),
  );
}
