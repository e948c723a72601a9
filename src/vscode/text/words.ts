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

/** The language that a person reads. */
export interface Language {
  /** As in BCP 47, such as `pt-BR`. */
  readonly tag: string;
  /** A message of ours in this language, with the parameters in place of `{0}` and so on. */
  readonly translate: (message: string, ...parameters: readonly (string | number)[]) => string;
}

/** The language of the messages in the code. */
export const english: Language = {
  tag: 'en',
  translate: (message, ...parameters) =>
    message.replaceAll(/\{(\d+)\}/g, (place, index: string) => String(parameters[Number(index)] ?? place)),
};

/** One for all words: VS Code does not change its language while it runs. */
let language = english;

/** Has all words made in a language from now on; English until then. */
export function speak(chosen: Language): void {
  language = chosen;
}

/** A message of ours in the person's language, in which `{0}` and so on give place to the parameters. */
export function say<Message extends string>(
  message: Literal<Message>,
  ...parameters: readonly (Words | number)[]
): Words {
  // Parameters that are no markup by themselves may be some together, or with a bracket of the message.
  return words(withoutMarkup(language.translate(message, ...parameters)));
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
  const kind = JSON.stringify(options);
  const format = numberFormats().get(kind) ?? new Intl.NumberFormat(language.tag, options);
  numberFormats().set(kind, format);
  return words(format.format(value));
}

/** How long something takes from now on, or below 0 how long ago it was, as people say it in short: `2 min. ago`. */
export function relativeTime(value: number, unit: Intl.RelativeTimeFormatUnit): Words {
  return words(relativeTimeFormat().format(value, unit));
}

/** A time of day, or the date with it, as people write it. */
export function moment(at: number, what: keyof typeof momentFormats): Words {
  return words(momentFormats[what]().format(at));
}

/** One after the other, without those that say nothing. */
export function joined(parts: readonly (Words | undefined)[], separator: Separator): Words {
  return words(parts.filter((part) => part !== undefined && part !== '').join(separator));
}

const numberFormats = perLanguage(() => new Map<string, Intl.NumberFormat>());

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
