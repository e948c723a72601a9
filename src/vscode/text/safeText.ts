import type { Phrase } from '../../contract/formats/format.ts';
import { messageLimit, pathLimit, plainText, withoutMarkup } from '../../util/plainText.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../util/clock.ts';

declare const brand: unique symbol;

/**
 * Text that may be shown to users. Only this file creates it, from the extension's messages and from external text as
 * plain characters. `ui/`, which shows everything, accepts only this type, so passing text from a file, a program, or a
 * server directly doesn't compile.
 */
export type SafeText = string & { readonly [brand]: true };

/**
 * A string literal, but not a string that is assembled at run time, which might contain external text. If `Text` is a
 * literal, `Record<Text, …>` requires a key, so a type without string keys doesn't extend it. If `Text` is `string` or
 * a pattern, it requires none.
 */
type Literal<Text extends string> = Text &
  ({ readonly [brand]?: never } extends Record<Text, unknown> ? never : Text);

/** Separators between parts of a text. */
type Separator = ' ' | ', ' | '; ' | '. ' | ' · ' | '\n';

/** A message as written in the code. */
interface Message {
  readonly message: string;
  /** The values for the placeholders `{0}` and so on. */
  readonly args: readonly string[];
  /** The plural category of the message's count, which selects the translation. */
  readonly comment?: Intl.LDMLPluralRule;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
type SizeUnit = (typeof units)[number];

export interface Language {
  /** A BCP 47 tag, such as `pt-BR`. */
  readonly tag: string;
  readonly translate: (message: Message) => string;
}

/** The language of the messages in the code. */
export const english: Language = {
  tag: 'en',
  translate: ({ message, args }) =>
    message.replaceAll(/\{(\d+)\}/g, (place, index: string) => args[Number(index)] ?? place),
};

/** Global, because VS Code doesn't change its language while it is running. */
let language = english;

/** Sets the language of all texts, which is English until then. */
export function speak(chosen: Language): void {
  language = chosen;
}

/** The BCP 47 tag of the current language. */
export const languageTag = (): string => language.tag;

/** A message in the user's language. Parameters replace `{0}` and so on. */
export function say<Message extends string>(
  message: Literal<Message>,
  ...parameters: readonly (SafeText | number)[]
): SafeText {
  return translated({ message, args: texts(parameters) });
}

/** A phrase of the table of formats in the user's language. */
export function sayPhrase({ english: message }: Phrase): SafeText {
  return translated({ message, args: [] });
}

/**
 * A message with a count, which replaces `{0}`. Other parameters start at `{1}`. English has two forms, other languages
 * have one or more: their bundles contain a text for each category of `Intl.PluralRules`
 * (docs/adding-a-command-or-setting.md).
 */
export function sayCount<One extends string, Other extends string>(
  count: number,
  { one, other }: { readonly one: Literal<One>; readonly other: Literal<Other> },
  ...parameters: readonly (SafeText | number)[]
): SafeText {
  const comment = pluralRules().select(count);
  return translated({
    message: comment === 'one' ? one : other,
    comment,
    args: texts([count, ...parameters]),
  });
}

/** A name or sign that is the same in every language, written in the code. */
export function verbatim<Text extends string>(text: Literal<Text>): SafeText {
  return safe(text);
}

/** External text from a file, a program, a server, or a setting, reduced to at most 300 plain characters. */
export function untrusted(text: string): SafeText {
  return safe(plainText(text, messageLimit));
}

/** A path in plain characters. It isn't shortened. */
export function wholePath(path: string): SafeText {
  return safe(plainText(path, pathLimit));
}

/** A number in the format of the user's language. */
export function figure(value: number, options: Intl.NumberFormatOptions = {}): SafeText {
  return safe(isPlain(value, options) ? String(value) : figureFormat(options).format(value));
}

/**
 * True for a whole number without grouping. All supported languages write it the same way, and loading a number format
 * takes longer than everything else that a list needs.
 */
function isPlain(value: number, { useGrouping, ...others }: Intl.NumberFormatOptions): boolean {
  const isShort = useGrouping === false ? value < 1e6 : value < 1000;
  return isShort && value >= 0 && Number.isInteger(value) && Object.keys(others).length === 0;
}

/** The sign of a unit, such as `MB`, or `Mo` in French. */
function unitSign(unit: SizeUnit): SafeText {
  const parts = figureFormat({ style: 'unit', unit, unitDisplay: 'narrow' }).formatToParts(1);
  const sign = parts.find(({ type }) => type === 'unit')?.value ?? '';
  // A lower-case k would mean 1000 bytes, but sizes count in powers of 1024.
  return safe(sign.replace(/^k/, 'K'));
}

/** The time until an event in short form, or since an event if negative, such as `2 min. ago`. */
function relativeTime(value: number, unit: Intl.RelativeTimeFormatUnit): SafeText {
  return safe(relativeTimeFormat().format(value, unit));
}

/** A time of day, or a date with a time, in the format of the user's language. */
export function moment(at: number, what: keyof typeof momentFormats): SafeText {
  return safe(momentFormats[what]().format(at));
}

/** Joins names, numbers, or parts of a line. Skips empty ones. */
export function joined(parts: readonly (SafeText | undefined)[], separator: Separator): SafeText {
  const join = joints.get(separator);
  return join === undefined ? safe(nonEmpty(parts).join(separator)) : reduced(parts, join);
}

/** Joins whole sentences. Skips empty ones. */
export function sentences(parts: readonly (SafeText | undefined)[]): SafeText {
  return reduced(parts, (before, after) => say('{0} {1}', before, after));
}

/** A list within a sentence, such as `A, B, and C`, or `A, B, or C`. */
export function listed(
  parts: readonly SafeText[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): SafeText {
  return safe(listFormats[type]().format(parts));
}

type Join = (before: SafeText, after: SafeText) => SafeText;

/** The separators for languages that use other ones. */
const joints: ReadonlyMap<Separator, Join> = new Map<Separator, Join>([
  [', ', (before, after) => say('{0}, {1}', before, after)],
  ['; ', (before, after) => say('{0}; {1}', before, after)],
  ['. ', (before, after) => say('{0}. {1}', before, after)],
]);

function reduced(parts: readonly (SafeText | undefined)[], join: Join): SafeText {
  return nonEmpty(parts).reduce((before, after) => (before === '' ? after : join(before, after)), safe(''));
}

function nonEmpty(parts: readonly (SafeText | undefined)[]): SafeText[] {
  return parts.filter((part): part is SafeText => part !== undefined && part !== '');
}

function translated(message: Message): SafeText {
  // Parameters without markup may form markup together, or with a bracket in the message.
  return safe(withoutMarkup(language.translate(message)));
}

function texts(parameters: readonly (SafeText | number)[]): SafeText[] {
  return parameters.map((parameter) => (typeof parameter === 'number' ? figure(parameter) : parameter));
}

function figureFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const kind = JSON.stringify(options);
  const format = numberFormats().get(kind) ?? new Intl.NumberFormat(language.tag, options);
  numberFormats().set(kind, format);
  return format;
}

const numberFormats = perLanguage(() => new Map<string, Intl.NumberFormat>());

const pluralRules = perLanguage((tag) => new Intl.PluralRules(tag));

const listFormats = {
  conjunction: perLanguage((tag) => new Intl.ListFormat(tag, { type: 'conjunction' })),
  disjunction: perLanguage((tag) => new Intl.ListFormat(tag, { type: 'disjunction' })),
};

const relativeTimeFormat = perLanguage((tag) => new Intl.RelativeTimeFormat(tag, { style: 'short' }));

const momentFormats = {
  time: perLanguage((tag) => new Intl.DateTimeFormat(tag, { timeStyle: 'short' })),
  dateAndTime: perLanguage(
    (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }),
  ),
};

/**
 * Creates a format on first use and caches it, because creating one is slow and lists show numbers in thousands of
 * rows.
 */
function perLanguage<Format>(make: (tag: string) => Format): () => Format {
  let made: { readonly spoken: Language; readonly format: Format } | undefined;
  return () => {
    if (made?.spoken !== language) made = { spoken: language, format: make(language.tag) };
    return made.format;
  };
}

function safe(text: string): SafeText {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the only place where a string becomes `SafeText`
  return text as SafeText;
}

/** A file size such as `4.9 MB`. Like the limits, it counts in powers of 1024. */
export function sizeText(bytes: number): SafeText {
  const { value, unit } = sizeParts(bytes);
  return joined([value, unitSign(unit)], ' ');
}

/** A change of size, such as `133 → 69 KB (-48%)`. Shows the unit once if both sizes have the same. */
export function sizeChangeText(before: number, after: number): SafeText {
  const { value, unit } = sizeParts(before);
  const from = unit === sizeParts(after).unit ? value : sizeText(before);
  return withChange(joined([from, verbatim('→'), sizeText(after)], ' '), before, after);
}

/** The size of a result, with the change from its source, such as `69 KB (-48%)`. */
export function resultSizeText(before: number, after: number): SafeText {
  return withChange(sizeText(after), before, after);
}

/** A change relative to the original, such as `-48%` or `+7%`. */
export function changeText(share: number): SafeText {
  return figure(share, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
}

/** A fraction of 1 as a percentage, such as `45 %`. */
export function percentText(share: number): SafeText {
  return figure(share, { style: 'percent', maximumFractionDigits: 0 });
}

export function countText(count: number): SafeText {
  return figure(count);
}

function withChange(text: SafeText, before: number, after: number): SafeText {
  return before === 0 ? text : say('{0} ({1})', text, changeText(after / before - 1));
}

function sizeParts(bytes: number): { value: SafeText; unit: SizeUnit } {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return {
    value: figure(value, { maximumFractionDigits: value < 10 ? 1 : 0 }),
    unit: units[power] ?? 'byte',
  };
}

/** The time since an event, in its largest unit, such as `2 min. ago`. */
export function agoText(ms: number): SafeText {
  if (ms < minuteMs) return say('just now');
  if (ms < hourMs) return relativeTime(-Math.floor(ms / minuteMs), 'minute');
  if (ms < dayMs) return relativeTime(-Math.floor(ms / hourMs), 'hour');
  return relativeTime(-Math.floor(ms / dayMs), 'day');
}

function timeOfDay(at: number): SafeText {
  return moment(at, 'time');
}

/** Says until when the network keeps a result. */
export function keptText(until: number | undefined): SafeText | undefined {
  return until === undefined ? undefined : say('The network keeps the result until {0}.', timeOfDay(until));
}

export function dateAndTime(at: number): SafeText {
  return moment(at, 'dateAndTime');
}

/** A duration in its largest unit, such as `3 minutes`. */
export function durationText(ms: number): SafeText {
  const [unit, size] = spans.find(([, each]) => ms >= each) ?? (['second', secondMs] as const);
  return figure(Math.round(ms / size), { style: 'unit', unit, unitDisplay: 'long' });
}

/** A short duration, such as `12 ms`. */
export function millisecondsText(ms: number): SafeText {
  return figure(Math.round(ms), { style: 'unit', unit: 'millisecond' });
}

const spans = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;
