import { messageLimit, pathLimit, plainText, withoutMarkup } from '../../util/plainText.ts';

declare const brand: unique symbol;

/**
 * What a person may be shown. Words are made in this file alone, of messages of ours and of plain words from outside, and
 * `window/`, where everything is shown, takes nothing else: a text of a file, a program or a server does not compile there.
 */
export type Words = string & { readonly [brand]: true };

/**
 * A string literal of the code, and no string that was put together at run time, perhaps of foreign words. `Record<Text, …>`
 * requires a key where `Text` is a literal, so a type without string keys does not extend it; where `Text` is `string` or a
 * pattern, it requires none.
 */
type Literal<Text extends string> = Text &
  ({ readonly [brand]?: never } extends Record<Text, unknown> ? never : Text);

/** What may stand between words. */
type Separator = ' ' | ', ' | '; ' | '. ' | ' · ' | '\n';

/** A message of ours, as the code says it. */
export interface Message {
  readonly message: string;
  /** What takes the place of `{0}` and so on. */
  readonly args: readonly string[];
  /** What its translation has to fit besides: the category of its count. */
  readonly comment?: Intl.LDMLPluralRule;
}

/** A unit that sizes are told in. */
export type SizeUnit = 'byte' | 'kilobyte' | 'megabyte' | 'gigabyte' | 'terabyte';

/** The language that a person reads. */
export interface Language {
  /** As in BCP 47, such as `pt-BR`. */
  readonly tag: string;
  readonly translate: (message: Message) => string;
}

/** The language of the messages in the code. */
export const english: Language = {
  tag: 'en',
  translate: ({ message, args }) =>
    message.replaceAll(/\{(\d+)\}/g, (place, index: string) => args[Number(index)] ?? place),
};

/** One for all words: VS Code does not change its language while it runs. */
let language = english;

/** Has all words made in a language from now on; English until then. */
export function speak(chosen: Language): void {
  language = chosen;
}

/** Which language that is, as in BCP 47. */
export const languageTag = (): string => language.tag;

/** A message of ours in the person's language, in which `{0}` and so on give place to the parameters. */
export function say<Message extends string>(
  message: Literal<Message>,
  ...parameters: readonly (Words | number)[]
): Words {
  return translated({ message, args: texts(parameters) });
}

/**
 * A message of ours with a count, which is `{0}`; what else it takes is `{1}` and so on. English has two forms, other languages
 * one or more: their bundles have a text for each category of `Intl.PluralRules` (docs/adding-a-command-or-setting.md).
 */
export function sayCount<One extends string, Other extends string>(
  count: number,
  { one, other }: { readonly one: Literal<One>; readonly other: Literal<Other> },
  ...parameters: readonly (Words | number)[]
): Words {
  const comment = pluralRules().select(count);
  return translated({
    message: comment === 'one' ? one : other,
    comment,
    args: texts([count, ...parameters]),
  });
}

/** A name or a sign of ours that is the same in every language. */
export function verbatim<Text extends string>(text: Literal<Text>): Words {
  return words(text);
}

/** Words of a file, a program, a server or a setting, as plain characters, 300 at most. */
export function foreign(text: string): Words {
  return words(plainText(text, messageLimit));
}

/** A path, as plain characters, which is of use only as a whole. */
export function wholePath(path: string): Words {
  return words(plainText(path, pathLimit));
}

/** A number as people write it where VS Code's language is spoken. */
export function figure(value: number, options: Intl.NumberFormatOptions = {}): Words {
  return words(isPlain(value, options) ? String(value) : figureFormat(options).format(value));
}

/**
 * Whether it is a whole number without signs between its digits: every language that there are texts for writes it alike, and
 * to load the rules of one takes longer than all else that a list shows.
 */
function isPlain(value: number, { useGrouping, ...others }: Intl.NumberFormatOptions): boolean {
  const isShort = useGrouping === false ? value < 1e6 : value < 1000;
  return isShort && value >= 0 && Number.isInteger(value) && Object.keys(others).length === 0;
}

/** What a unit of sizes is called in short, such as `MB`, in French `Mo`. */
export function unitSign(unit: SizeUnit): Words {
  const parts = figureFormat({ style: 'unit', unit, unitDisplay: 'narrow' }).formatToParts(1);
  const sign = parts.find(({ type }) => type === 'unit')?.value ?? '';
  // With a small letter it would be a thousand bytes, and sizes here are in powers of 1024.
  return words(sign.replace(/^k/, 'K'));
}

/** How long something takes from now on, or below 0 how long ago it was, as people say it in short: `2 min. ago`. */
export function relativeTime(value: number, unit: Intl.RelativeTimeFormatUnit): Words {
  return words(relativeTimeFormat().format(value, unit));
}

/** A time of day, or the date with it, as people write it. */
export function moment(at: number, what: keyof typeof momentFormats): Words {
  return words(momentFormats[what]().format(at));
}

/** One after the other, without those that say nothing: names, figures, parts of a line. */
export function joined(parts: readonly (Words | undefined)[], separator: Separator): Words {
  const join = joints.get(separator);
  return join === undefined ? words(telling(parts).join(separator)) : reduced(parts, join);
}

/** Whole sentences, without those that say nothing. */
export function sentences(parts: readonly (Words | undefined)[]): Words {
  return reduced(parts, (before, after) => say('{0} {1}', before, after));
}

/** Several of what a sentence speaks of, such as `A, B, and C`, or of which one will do: `A, B, or C`. */
export function listed(parts: readonly Words[], type: 'conjunction' | 'disjunction' = 'conjunction'): Words {
  return words(listFormats[type]().format(parts));
}

type Join = (before: Words, after: Words) => Words;

/** The separators that other scripts have signs of their own for. */
const joints: ReadonlyMap<Separator, Join> = new Map<Separator, Join>([
  [', ', (before, after) => say('{0}, {1}', before, after)],
  ['; ', (before, after) => say('{0}; {1}', before, after)],
  ['. ', (before, after) => say('{0}. {1}', before, after)],
]);

function reduced(parts: readonly (Words | undefined)[], join: Join): Words {
  return telling(parts).reduce((before, after) => (before === '' ? after : join(before, after)), words(''));
}

function telling(parts: readonly (Words | undefined)[]): Words[] {
  return parts.filter((part): part is Words => part !== undefined && part !== '');
}

function translated(message: Message): Words {
  // Parameters that are no markup by themselves may be some together, or with a bracket of the message.
  return words(withoutMarkup(language.translate(message)));
}

function texts(parameters: readonly (Words | number)[]): Words[] {
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

/** Made on first use and kept, because a list has figures in thousands of rows and to make a format takes long. */
function perLanguage<Format>(make: (tag: string) => Format): () => Format {
  let made: { readonly spoken: Language; readonly format: Format } | undefined;
  return () => {
    if (made?.spoken !== language) made = { spoken: language, format: make(language.tag) };
    return made.format;
  };
}

function words(text: string): Words {
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where a text becomes words
  return text as Words;
}
