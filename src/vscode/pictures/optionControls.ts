import type { OptionName } from '../../contract/options.ts';
import { asNumber } from '../../contract/read.ts';
import {
  choicesOf,
  defaultOf,
  isDefault,
  type OptionField,
  typedText,
  typedValue,
} from '../../planning/optionFields.ts';
import {
  leadingFirst,
  type OptionValues,
  currentValueText,
  defaultText,
  optionHint,
  optionName,
  optionValueText,
  invalidValueText,
} from '../batch/optionRows.ts';
import { figure, say, type SafeText, untrusted } from '../text/safeText.ts';
import type { ShownControl } from '../ui/pictureTab.ts';

/** Options that are always visible. The others are in a section that the user can open. */
const main: ReadonlySet<string> = new Set([
  'quality',
  'lossless',
  'colours',
  'compression',
  'width',
  'height',
  'maxWidth',
  'maxHeight',
  'metadata',
] satisfies OptionName[]);

/** Numbers with more possible values get a text field instead of a slider. */
const maxSteps = 100;

/** A side of the result that follows from the other one, by the name of its option. */
type LinkedSide = readonly [name: string, pixels: number];

/**
 * The side of an image that isn't set, if only the other one is. The result keeps the proportions. Only drawings and
 * images that fill their box are enlarged.
 */
export function linkedSide(
  values: OptionValues,
  { width, height, format }: { readonly width: number; readonly height: number; readonly format: string },
): LinkedSide | undefined {
  const [across, down] = [Number(values.get('width') ?? 0), Number(values.get('height') ?? 0)];
  const most = format === 'svg' || (values.get('fit') ?? 'inside') !== 'inside' ? Infinity : 1;
  const side = (length: number, share: number): number =>
    Math.max(1, Math.round(length * Math.min(most, share)));
  if (across > 0 && down === 0) return ['height', side(height, across / width)];
  return down > 0 && across === 0 ? ['width', side(width, down / height)] : undefined;
}

/** The controls for options: those that most people use, and the others. */
export function optionControls(
  fields: readonly OptionField[],
  values: OptionValues,
  problems: ReadonlyMap<string, SafeText>,
  linked?: LinkedSide,
): { readonly controls: readonly ShownControl[]; readonly moreControls: readonly ShownControl[] } {
  const shown = leadingFirst(fields).filter(({ secret }) => !secret);
  const control = (field: OptionField): ShownControl =>
    controlOf(
      field,
      values.get(field.name),
      problems.get(field.name),
      field.name === linked?.[0] ? say('Automatic: {0}', figure(linked[1])) : undefined,
    );
  return {
    controls: shown.filter(({ name }) => main.has(name)).map(control),
    moreControls: shown.filter(({ name }) => !main.has(name)).map(control),
  };
}

function controlOf(
  field: OptionField,
  set: unknown,
  problem: SafeText | undefined,
  following: SafeText | undefined,
): ShownControl {
  const named = { name: untrusted(field.name), label: optionName(field) };
  const choices = choicesOf(field);
  const value = set ?? defaultOf(field);
  if (choices !== undefined) {
    const unset =
      defaultOf(field) === undefined ? [{ value: empty, label: currentValueText(field, undefined) }] : [];
    const rows = choices.map((each, index) => ({ value: figure(index), label: optionValueText(each) }));
    const at = choices.indexOf(value);
    return { kind: 'choice', ...named, value: at === -1 ? empty : figure(at), choices: [...unset, ...rows] };
  }
  const text = value === undefined ? empty : untrusted(typedText(value));
  const range = rangeOf(field);
  if (range !== undefined) {
    const unset = defaultOf(field) === undefined ? { unset: currentValueText(field, undefined) } : {};
    return { kind: 'range', ...named, value: text, ...range, ...unset };
  }
  const typed = set === undefined ? empty : text;
  const unset = following ?? defaultText(field) ?? say('Not set');
  return { kind: 'text', ...named, value: typed, unset, ...(problem === undefined ? {} : { problem }) };
}

const empty = untrusted('');

function rangeOf({ schema }: OptionField): { min: number; max: number } | undefined {
  const [min, max] = [asNumber(schema['minimum']), asNumber(schema['maximum'])];
  if (schema['type'] !== 'integer' || min === undefined || max === undefined) return undefined;
  return max - min <= maxSteps ? { min, max } : undefined;
}

/** The value for the text of a control; `undefined` for the default. If the text isn't valid, the problem. */
export function valueIn(
  field: OptionField,
  text: string,
): { readonly value: unknown } | { readonly problem: SafeText } {
  if (text === '') return { value: undefined };
  const value = chosenFrom(choicesOf(field) ?? [], text) ?? typedValue(field, text);
  if (value === undefined) return { problem: invalidValueText(optionHint(field)) };
  return { value: isDefault(field, value) ? undefined : value };
}

/** The choice with the number in a control's text; `undefined` for an empty text, which chooses none. */
export function chosenFrom<Choice>(choices: readonly Choice[], text: string): Choice | undefined {
  return text === '' ? undefined : choices[Number(text)];
}
