import { type FormatKind, type FormatName, inEnglish } from '../../contract/formats/format.ts';
import { formatById } from '../../contract/formats/table.ts';
import { untrusted, say, sayPhrase, type SafeText } from './safeText.ts';

/** The short name of a format, from its extension, such as `JPG`. */
export function formatName(format: string): SafeText {
  return untrusted(format.toUpperCase());
}

/** The short name of a format with its full name, such as `JPG — JPEG`. */
export function formatTitle(format: string): SafeText {
  const short = formatName(format);
  const name = formatById(format)?.name;
  return name === undefined || inEnglish(name).toUpperCase() === short
    ? short
    : say('{0} — {1}', short, nameText(name));
}

/** Other names of a format that users may search for. */
export function formatAliases(format: string): SafeText[] {
  return (formatById(format)?.aliases ?? []).map(nameText);
}

function nameText(name: FormatName): SafeText {
  return typeof name === 'string' ? untrusted(name) : sayPhrase(name);
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
