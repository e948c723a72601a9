import type { OptionName } from '../../contract/options.ts';
import type { ToolId } from '../../contract/tools.ts';
import { choicesOf, defaultOf, isDefault, type OptionField } from '../../planning/optionFields.ts';
import { currentValueText, optionDescription, optionName, optionValueText } from './optionTexts.ts';
import { toolName } from '../text/tools.ts';
import { joined, say, type SafeText } from '../text/safeText.ts';
import type { Choice, ListHeading } from '../ui/choice.ts';
import type { PresetChoice } from './presetRows.ts';

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
