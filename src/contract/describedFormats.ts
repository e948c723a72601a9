import { own } from '../util/own.ts';
import { creditsIn } from './credits.ts';
import { fields } from './dialect.ts';
import { formatNamed } from './formats/naming.ts';
import { formatRow } from './formats/table.ts';
import { asObject, asText, folded, type JsonObject, pick, picker } from './read.ts';

/** Optional facts that a service adds about a conversion. */
export interface Extras {
  readonly lossy?: boolean;
  /** Properties that the conversion loses, such as `animation` or `layers`. */
  readonly drops?: readonly string[];
  /** The user's program that the conversion needs, if any. */
  readonly program?: string;
  /** Credits per file, before pages are counted. */
  readonly credits?: number;
}

export interface DescribedFormat {
  readonly format: string;
  readonly extras: Extras;
}

const maxDrops = 16;
const maxWordLength = 40;

/** Names of facts about a format, as opposed to formats. */
const factNames: ReadonlySet<string> = new Set(
  [fields.lossy, fields.drops, fields.program, fields.format, fields.besideLists].flatMap(({ read }) =>
    read.map(folded),
  ),
);

/** Two formats in one text, such as `png-webp`. */
const pairText = /^([a-z0-9.+]+)(?:\s+to\s+|\s*(?:-to-|_to_|->|→|=>|[-:/_,>])\s*)([a-z0-9.+]+)$/i;

const mediaType = /^\s*(?:image|audio|video|font|text|application)\//i;

/** The two formats in a text, as written. */
export function formatsOfPair(text: string): [from: string, to: string] | undefined {
  const [, from, to] = pairText.exec(text.trim()) ?? [];
  return from && to && !mediaType.test(text) ? [from, to] : undefined;
}

/** The format that an object describes, from the first of its names that can be one. */
export function ownFormat(object: JsonObject): string | undefined {
  const valueOf = picker(object);
  for (const name of fields.format.read) {
    const value = valueOf(name);
    const format = Array.isArray(value) ? value.map(formatNamed).find(Boolean) : formatNamed(value);
    if (format !== undefined) return format;
  }
  return undefined;
}

/** True if an object says that it is unavailable. */
export function isOff(object: JsonObject): boolean {
  const valueOf = picker(object);
  return fields.supported.read.some((name) => valueOf(name) === false);
}

/** The formats that a value names: a text, a list, an object about one, lists by category, or a map from formats to facts. */
export function formatsIn(value: unknown): DescribedFormat[] {
  if (typeof value === 'string') return formatsOfText(value);
  if (Array.isArray(value)) return value.flatMap(formatsIn);
  const object = asObject(value);
  if (object === undefined || isOff(object)) return [];
  const format = ownFormat(object);
  return format === undefined ? formatsBelow(object) : [{ format, extras: readExtras(object) }];
}

/** The formats of lists by category, or of a map from formats to facts. */
export function formatsBelow(object: JsonObject): DescribedFormat[] {
  const lists = Object.entries(object).filter(([name, list]) => Array.isArray(list) && !isFact(name));
  return lists.length > 0 ? lists.flatMap(([, list]) => formatsIn(list)) : describedKeys(object);
}

/** The keys of a map from formats to facts. A lone message or figure isn't one. */
export function describedKeys(map: JsonObject): DescribedFormat[] {
  return Object.keys(map).flatMap((key) => {
    const value = own(map, key);
    const format = isFact(key) ? undefined : formatNamed(key);
    const facts = asObject(value) ?? {};
    const isDescribed = value === true || (typeof value === 'object' && value !== null && !isOff(facts));
    return format === undefined || !isDescribed ? [] : [{ format, extras: readExtras(facts) }];
  });
}

/** True for the name of a fact about a format. */
export function isFact(name: string): boolean {
  return factNames.has(folded(name));
}

/** Reads the facts that a service adds about a conversion. */
export function readExtras(object: JsonObject): Extras {
  const lossy = pick(object, fields.lossy.read);
  const drops = pick(object, fields.drops.read);
  const program = asWord(pick(object, fields.program.read));
  const credits = creditsIn(object, fields.estimate.read);
  return {
    ...(typeof lossy === 'boolean' ? { lossy } : {}),
    ...(Array.isArray(drops)
      ? { drops: drops.slice(0, maxDrops).flatMap((drop) => asWord(drop) ?? []) }
      : {}),
    ...(program === undefined ? {} : { program }),
    ...(credits === undefined ? {} : { credits }),
  };
}

/** A text that is short enough to be kept for thousands of pairs. */
export function asWord(value: unknown): string | undefined {
  const text = asText(value);
  return text !== undefined && text.length <= maxWordLength ? text : undefined;
}

/** One or more formats, separated by commas. */
function formatsOfText(text: string): DescribedFormat[] {
  const formats = text.split(/[,;|]/).map(formatNamed);
  const named = formats.filter((format) => format !== undefined);
  const isPair = formats.length === 1 && formatsOfPair(text) !== undefined && !formatRow(named[0] ?? '');
  return isPair || named.length < formats.length ? [] : named.map((format) => ({ format, extras: {} }));
}
