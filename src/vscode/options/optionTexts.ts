import { optionAnnotations, optionLabels, type OptionPhrase, optionPhrases } from '../../contract/options.ts';
import { asNumber, asObject, asText, type JsonObject } from '../../contract/read.ts';
import { defaultOf, type OptionField, typedText } from '../../planning/optionFields.ts';
import { own } from '../../util/own.ts';
import { untrusted, say, verbatim, type SafeText } from '../text/safeText.ts';

/** The label of an option. If the option is unknown, the title in its schema, or its name. */
export function optionName({ name, schema }: OptionField): SafeText {
  const known = own<(typeof optionLabels)[keyof typeof optionLabels]>(optionLabels, name);
  if (known !== undefined) return say(known);
  const title = untrusted(asText(schema['title']) ?? name);
  const unit = asText(schema[optionAnnotations.unit]);
  return unit === undefined ? title : say('{0} ({1})', title, untrusted(unit));
}

/** The names of codecs, which are the same in every language. */
const codecNames: ReadonlyMap<unknown, SafeText> = new Map([
  ['aac', verbatim('AAC')],
  ['alac', verbatim('ALAC')],
  ['av1', verbatim('AV1')],
  ['flac', verbatim('FLAC')],
  ['h264', verbatim('H.264')],
  ['hevc', verbatim('H.265 (HEVC)')],
  ['opus', verbatim('Opus')],
  ['prores', verbatim('ProRes')],
  ['vorbis', verbatim('Vorbis')],
  ['vp9', verbatim('VP9')],
]);

/** The text for an option's value. Unknown values are shown unchanged. */
export function optionValueText(value: unknown): SafeText {
  switch (value) {
    case true:
      return say('Yes');
    case false:
      return say('No');
    case '\t':
      return say('Tab');
    case 'compact':
      return say('Compact');
    case 'contain':
      return say('Fit and add background');
    case 'cover':
      return say('Fill and crop');
    case 'fill':
      return say('Stretch');
    case 'inside':
      return say('Fit inside');
    case 'keep':
      return say('Keep');
    case 'landscape':
      return say('Landscape');
    case 'none':
      return say('None');
    case 'pcm_s16':
      return say('16 bits per sample');
    case 'pcm_s24':
      return say('24 bits per sample');
    case 'pcm_f32':
      return say('32 bits per sample, floating point');
    case 'portrait':
      return say('Portrait');
    case 'standard':
      return say('Standard');
    case 'stripAll':
      return say('Remove all');
    case 'stripLocation':
      return say('Remove the location');
    default:
      return codecNames.get(value) ?? untrusted(typedText(value));
  }
}

/** The text for an option's value, or for its default. */
export function currentValueText(field: OptionField, value: unknown): SafeText {
  if (value !== undefined) return field.secret ? verbatim('••••••') : optionValueText(value);
  const fallback = defaultText(field);
  return fallback === undefined ? say('Not set') : say('{0} (default)', fallback);
}

/** Describes what happens without the option, if its schema says so. */
export function defaultText(field: OptionField): SafeText | undefined {
  const value = defaultOf(field);
  if (value !== undefined && value !== null) return optionValueText(value);
  const text = asText(field.schema[optionAnnotations.unset]);
  return text === undefined ? undefined : phraseText(text);
}

/** The description in an option's schema. */
export function optionDescription({ schema }: OptionField): SafeText | undefined {
  const text = asText(schema['description']);
  return text === undefined ? undefined : phraseText(text);
}

/** Describes which input an option accepts; `undefined` if its schema doesn't say. */
export function optionHint({ name, schema }: OptionField): SafeText | undefined {
  switch (name) {
    case 'background':
      return say('Red, green, and blue, such as #ffffff');
    case 'pages':
      return say('Pages and ranges of pages, such as 1-3, 5');
    case 'sheet':
      return say('Name of the sheet, or its number starting at 1');
    case 'unicodeRange':
      return say('Such as U+0020-007F, U+20AC');
    default: {
      const items = asObject(schema['items']);
      const item = items && (choicesHint(items) ?? numberHint(items));
      if (item !== undefined) return say('{0}, separated by commas', item);
      return numberHint(schema);
    }
  }
}

/** The message for a typed value that isn’t accepted. */
export function invalidValueText(hint: SafeText | undefined): SafeText {
  return hint === undefined ? say('This value isn’t allowed.') : say('Enter a valid value. {0}.', hint);
}

function choicesHint({ enum: choices }: JsonObject): SafeText | undefined {
  return Array.isArray(choices) ? say('Any of {0}', untrusted(typedText(choices))) : undefined;
}

function numberHint({ type, minimum, maximum }: JsonObject): SafeText | undefined {
  if (type !== 'integer' && type !== 'number') return undefined;
  const [from, to] = [asNumber(minimum), asNumber(maximum)];
  if (from !== undefined && to !== undefined) return say('A number from {0} to {1}', from, to);
  return from === undefined ? say('A number') : say('A number of at least {0}', from);
}

const phrases: ReadonlySet<string> = new Set(optionPhrases);

/** Translates an English phrase of an option if it is one of the extension's own. Other texts are shown unchanged. */
export function phraseText(text: string): SafeText {
  return isPhrase(text) ? say(text) : untrusted(text);
}

function isPhrase(text: string): text is OptionPhrase {
  return phrases.has(text);
}
