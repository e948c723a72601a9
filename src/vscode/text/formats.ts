import type { FormatKind } from '../../contract/formats/format.ts';
import { formatPhrases } from '../../contract/formats/formatPhrases.ts';
import { formatById } from '../../contract/formats/table.ts';
import { optionPhrases } from '../../contract/optionPhrases.ts';
import { untrusted, say, type SafeText } from './safeText.ts';

/** The short name of a format, from its extension, such as `JPG`. */
export function formatName(format: string): SafeText {
  return untrusted(format.toUpperCase());
}

/** The short name of a format with its full name, such as `JPG — JPEG`. */
export function formatTitle(format: string): SafeText {
  const short = formatName(format);
  const name = formatById(format)?.name;
  return name === undefined || name.toUpperCase() === short
    ? short
    : say('{0} — {1}', short, phraseText(name));
}

/** Other names of a format that users may search for. */
export function formatAliases(format: string): SafeText[] {
  return (formatById(format)?.aliases ?? []).map(phraseText);
}

const kindTitles: Readonly<Record<FormatKind, () => SafeText>> = {
  images: () => say('More images'),
  documents: () => say('More documents'),
  audio: () => say('More audio'),
  video: () => say('More video'),
  fonts: () => say('More fonts'),
  ebooks: () => say('More books'),
  archives: () => say('More archives'),
  data: () => say('More data'),
};

/** The heading above the less common formats of a kind. If the kind is unknown, a general heading. */
export function kindTitle(kind: FormatKind | undefined): SafeText {
  return kind === undefined ? say('Other formats') : kindTitles[kind]();
}

type Phrase = (typeof formatPhrases)[number] | (typeof optionPhrases)[number];

const phrases: ReadonlySet<string> = new Set([...formatPhrases, ...optionPhrases]);

/** Translates an English phrase in data if it is one of the extension's own. Other texts are shown unchanged. */
export function phraseText(text: string): SafeText {
  return isPhrase(text) ? say(text) : untrusted(text);
}

function isPhrase(text: string): text is Phrase {
  return phrases.has(text);
}
