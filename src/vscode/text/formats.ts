import type { FormatKind } from '../../contract/formats/format.ts';
import { formatPhrases } from '../../contract/formats/formatPhrases.ts';
import { formatRow } from '../../contract/formats/table.ts';
import { optionPhrases } from '../../contract/optionPhrases.ts';
import { foreign, say, type Words } from './words.ts';

/** A format by its extension: `JPG`. */
export function formatName(format: string): Words {
  return foreign(format.toUpperCase());
}

/** A format by its extension and by what people call it: `JPG — JPEG`. */
export function formatTitle(format: string): Words {
  const short = formatName(format);
  const name = formatRow(format)?.name;
  return name === undefined || name.toUpperCase() === short
    ? short
    : say('{0} — {1}', short, phraseText(name));
}

/** What else people call a format, and may search for. */
export function formatAliases(format: string): Words[] {
  return (formatRow(format)?.aliases ?? []).map(phraseText);
}

const kindTitles: Readonly<Record<FormatKind, () => Words>> = {
  images: () => say('More images'),
  documents: () => say('More documents'),
  audio: () => say('More audio'),
  video: () => say('More video'),
  fonts: () => say('More fonts'),
  ebooks: () => say('More books'),
  archives: () => say('More archives'),
  data: () => say('More data'),
};

/** The heading over formats of a kind that are less common; of no kind where nobody here knows them. */
export function kindTitle(kind: FormatKind | undefined): Words {
  return kind === undefined ? say('Other formats') : kindTitles[kind]();
}

type Phrase = (typeof formatPhrases)[number] | (typeof optionPhrases)[number];

const phrases: ReadonlySet<string> = new Set([...formatPhrases, ...optionPhrases]);

/** English that data carries, in the person's language where it is ours; any other is shown as it is. */
export function phraseText(text: string): Words {
  return isPhrase(text) ? say(text) : foreign(text);
}

function isPhrase(text: string): text is Phrase {
  return phrases.has(text);
}
