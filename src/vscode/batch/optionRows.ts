import {
  type OptionName,
  optionLabels,
  optionAnnotations,
  withoutSecrets,
  type OptionPhrase,
  optionPhrases,
} from '../../contract/options.ts';
import type { ToolId } from '../../contract/tools.ts';
import { choicesOf, defaultOf, isDefault, type OptionField, typedText } from '../../planning/optionFields.ts';
import { toolName, shareText, formatName } from '../text/names.ts';
import { joined, say, type SafeText, untrusted, verbatim } from '../text/safeText.ts';
import type { Choice, ListHeading } from '../ui/picks.ts';
import { asNumber, asObject, asText, type JsonObject } from '../../contract/read.ts';
import { ownValue } from '../../util/ownValue.ts';
import type { Selection } from '../../planning/possibilities.ts';
import type { Work } from '../../planning/work.ts';
import { planWork } from '../../planning/workPlan.ts';
import type { BrokenPreset, Preset, PresetList } from '../request/presets.ts';

/** Option values by name. Defaults apply to options that it lacks. */
export type OptionValues = ReadonlyMap<string, unknown>;

/** What the user chose in the form. */
type FormStep =
  | { readonly kind: 'run' | 'save' | 'reset' | 'back' }
  | { readonly kind: 'change'; readonly field: OptionField }
  | { readonly kind: 'preset'; readonly choice: PresetChoice['value'] };

/** Options that come first, because most people want them: they determine how a lossy result looks or sounds. */
const leading = ['quality', 'bitRate', 'lossless', 'colours'] as const satisfies readonly OptionName[];

/** The back arrow, which leaves the form. */
export function backStep(): Choice<FormStep> {
  return { value: { kind: 'back' }, label: say('Back') };
}

/** The rows of a form: one that starts the work, other actions, presets, and the options. */
export function formRows(
  tool: ToolId,
  fields: readonly OptionField[],
  values: OptionValues,
  presets: readonly (PresetChoice | ListHeading)[] = [],
): (Choice<FormStep> | ListHeading)[] {
  const save = { value: { kind: 'save' }, icon: 'save', label: say('Save as Preset…') } as const;
  const reset = { value: { kind: 'reset' }, icon: 'discard', label: say('Reset to Defaults') } as const;
  return [
    { value: { kind: 'run' }, icon: 'play', label: toolName(tool), alwaysShown: true },
    // Presets don't apply to combined files.
    ...(tool === 'combine' ? [] : [save]),
    ...(values.size > 0 ? [reset] : []),
    ...presets.map((row) =>
      'heading' in row ? row : { ...row, value: { kind: 'preset', choice: row.value } as const },
    ),
    ...(fields.length > 0 ? [{ heading: say('Options') }] : []),
    ...leadingFirst(fields).map((field) => fieldRow(field, values)),
  ];
}

/** Rows for the values of an option, with the current one marked; `undefined` if the user has to type the value. */
export function valueRows(
  field: OptionField,
  values: OptionValues,
): Choice<{ readonly value: unknown }>[] | undefined {
  const choices = choicesOf(field);
  if (choices === undefined) return undefined;
  const current = values.has(field.name) ? values.get(field.name) : defaultOf(field);
  const row = (
    value: unknown,
    label: SafeText,
    isDefaultValue: boolean,
  ): Choice<{ readonly value: unknown }> => {
    const isCurrent = value === current;
    const remarks = [isDefaultValue ? say('Default') : undefined, isCurrent ? say('Current') : undefined];
    return {
      value: { value: isDefaultValue ? undefined : value },
      label,
      ...(isCurrent ? { icon: 'check' } : {}),
      ...(isDefaultValue || isCurrent ? { description: joined(remarks, ' · ') } : {}),
    };
  };
  const rows = choices.map((value) => row(value, optionValueText(value), isDefault(field, value)));
  if (defaultOf(field) !== undefined) return rows;
  return [row(undefined, currentValueText(field, undefined), false), ...rows];
}

/** Sorts fields so that those in `leading` come first. */
export function leadingFirst(fields: readonly OptionField[]): OptionField[] {
  const first = leading.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  return [...first, ...fields.filter((field) => !first.includes(field))];
}

function fieldRow(field: OptionField, values: OptionValues): Choice<FormStep> {
  const detail = optionDescription(field);
  return {
    value: { kind: 'change', field },
    label: optionName(field),
    description: currentValueText(field, values.get(field.name)),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** The label of an option. If the option is unknown, the title in its schema, or its name. */
export function optionName({ name, schema }: OptionField): SafeText {
  const known = ownValue<(typeof optionLabels)[keyof typeof optionLabels]>(optionLabels, name);
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

export type PresetChoice = Choice<{ readonly preset: Preset } | { readonly brokenPreset: BrokenPreset }>;

/**
 * Rows for the presets that apply to at least one of the files, and for unusable ones, with a heading.
 * @param tool if given, leaves out presets for other tools
 */
export function presetRows(
  { usable, broken }: PresetList,
  selection: Selection,
  tool?: ToolId,
): (PresetChoice | ListHeading)[] {
  const wanted = usable.filter(({ work }) => tool === undefined || work.tool === tool);
  const rows: PresetChoice[] = [
    ...wanted.flatMap((preset) => {
      const count = planWork(selection, preset.work).planned.length;
      return count === 0 ? [] : [presetRow(preset, count, selection.files.length)];
    }),
    ...broken.map((preset) => ({
      value: { brokenPreset: preset },
      icon: 'warning' as const,
      label: say('“{0}” can’t be used: {1}', untrusted(preset.name), preset.reason),
      description: say('Open Settings'),
    })),
  ];
  return rows.length === 0 ? [] : [{ heading: say('Presets') }, ...rows];
}

/** The parts of a preset's description: its tool and target, then its options and output. */
export function presetParts(work: Work): readonly SafeText[] {
  return [workText(work), detailsText(work)].filter((text) => text !== '');
}

function workText({ targetFormat }: Work): SafeText {
  return targetFormat === undefined ? say('Compress') : say('Convert to {0}', formatName(targetFormat));
}

function presetRow(preset: Preset, count: number, fileCount: number): PresetChoice {
  const { work, ofWorkspace } = preset;
  const share = count < fileCount ? shareText(count, fileCount) : undefined;
  const detail = detailsText(work);
  return {
    value: { preset },
    icon: 'bookmark',
    label: untrusted(preset.name),
    description: joined([share, workText(work), ofWorkspace ? say('Workspace') : undefined], ' · '),
    ...(detail === '' ? {} : { detail }),
  };
}

/** The options of a request, without secrets, and its output folder and name; empty if it has none. */
export function detailsText({ options = {}, output }: Work): SafeText {
  const set = Object.entries(withoutSecrets(options)).map(([name, value]) =>
    say('{0}: {1}', optionName({ name, schema: {}, secret: false }), optionValueText(value)),
  );
  const folder = output?.folder;
  const template = output?.name;
  return joined(
    [
      ...set,
      folder === undefined || folder === '' ? undefined : say('Folder: {0}', untrusted(folder)),
      template === undefined || template === '' ? undefined : say('Name: {0}', untrusted(template)),
    ],
    ' · ',
  );
}
