import type { JsonObject } from '../../contract/read.ts';
import type { LastOptions } from '../../planning/recentChoices.ts';
import {
  acceptsValue,
  commonFields,
  isDefault,
  type OptionField,
  remarksOf,
  typedText,
  typedValue,
} from '../../planning/optionFields.ts';
import type { Work } from '../../planning/work.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { ListHeading } from '../ui/choice.ts';
import { backStep, formRows, type OptionValues, valueRows } from './optionsForm.ts';
import type { PresetChoice } from './presetRows.ts';
import {
  defaultText,
  optionDescription,
  optionHint,
  optionName,
  phraseText,
  invalidValueText,
} from './optionTexts.ts';
import { joined, say, sentences, type SafeText } from '../text/safeText.ts';
import { askForText } from '../ui/inputs.ts';
import { pick } from '../ui/picks.ts';
import { followPreset, saveAsPreset } from './presetActions.ts';

export interface OptionsQuestion {
  readonly title: SafeText;
  /** The work to start with. The form initially shows its options, such as those of a preset. */
  readonly work: Work;
  /** The formats of the files. The chosen options are remembered for each. */
  readonly sources: readonly string[];
  /** The schemas of all services and formats, whose common options the form shows. */
  readonly schemas: readonly JsonObject[];
  /** Presets that the user can choose instead. */
  readonly presets?: readonly (PresetChoice | ListHeading)[];
  /** True if the user can go back to an earlier step. */
  readonly canGoBack?: boolean;
}

/**
 * Shows a form as a list: the options that all schemas have in common, with their values, until the user starts the
 * work. Initially shows the last values. Resolves to the work with the chosen values, to `back` if the user goes back,
 * or to `undefined` if the user cancels.
 */
export async function fillInOptions(
  lastOptions: LastOptions,
  { title, work, sources, schemas, presets = [], canGoBack = false }: OptionsQuestion,
): Promise<Work | 'back' | undefined> {
  const fields = commonFields(schemas);
  let values = fitting(fields, work.options ?? lastOptions.of(work, sources));
  const invitation =
    fields.length === 0
      ? say('No options available')
      : say('Select an option to change it, or the first entry to start');
  const placeHolder = joined([invitation, ...remarksOf(schemas).map(phraseText)], '. ');
  for (;;) {
    const picked = await pick(
      { title, placeHolder, entries: formRows(work.tool, fields, values, presets) },
      { persistent: true, ...(canGoBack ? { back: backStep() } : {}) },
    );
    const chosen = { ...work, options: Object.fromEntries(values) };
    switch (picked?.value.kind) {
      case undefined:
        return undefined;
      case 'back':
        return 'back';
      case 'run':
        await lastOptions.remember(work, sources, withoutSecrets(fields, chosen.options));
        return chosen;
      case 'preset':
        return followPreset(picked.value.choice)?.work;
      case 'save':
        await saveAsPreset({ ...chosen, options: withoutSecrets(fields, chosen.options) });
        break;
      case 'reset':
        values = new Map();
        break;
      case 'change':
        values = await changed(picked.value.field, values);
    }
  }
}

/** The earlier values that are still valid in the form. */
export function fitting(fields: readonly OptionField[], options: JobOptions): OptionValues {
  return new Map(
    Object.entries(options).filter(([name, value]) =>
      fields.some((field) => field.name === name && !field.secret && acceptsValue(field, value)),
    ),
  );
}

export function withoutSecrets(fields: readonly OptionField[], options: JobOptions): JobOptions {
  const secrets = new Set(fields.filter(({ secret }) => secret).map(({ name }) => name));
  return Object.fromEntries(Object.entries(options).filter(([name]) => !secrets.has(name)));
}

/** Asks for a new value. If the user presses Escape or goes back, the old value stays. */
async function changed(field: OptionField, values: OptionValues): Promise<OptionValues> {
  const rows = valueRows(field, values);
  const answer = rows === undefined ? await type(field, values) : await choose(field, rows);
  if (answer === undefined) return values;
  const others = [...values].filter(([name]) => name !== field.name);
  return new Map(answer.value === undefined ? others : [...others, [field.name, answer.value]]);
}

type Answer = { readonly value: unknown } | undefined;

async function choose(
  field: OptionField,
  entries: NonNullable<ReturnType<typeof valueRows>>,
): Promise<Answer> {
  const description = optionDescription(field);
  const picked = await pick<Answer>(
    { title: optionName(field), entries, ...(description === undefined ? {} : { placeHolder: description }) },
    { persistent: true, back: { value: undefined, label: say('Back') } },
  );
  return picked?.value;
}

async function type(field: OptionField, values: OptionValues): Promise<Answer> {
  const hint = optionHint(field);
  const fallback = defaultText(field);
  const about = hint ?? optionDescription(field);
  const text = await askForText({
    title: optionName(field),
    prompt: sentences([
      about === undefined || about.endsWith('.') ? about : say('{0}.', about),
      fallback === undefined
        ? say('Leave empty for the default.')
        : say('Leave empty for the default: {0}.', fallback),
    ]),
    value: values.has(field.name) ? typedText(values.get(field.name)) : '',
    secret: field.secret,
    persistent: true,
    leadsBack: true,
    validate: (input) =>
      input === '' || typedValue(field, input) !== undefined ? undefined : invalidValueText(hint),
  });
  if (text === undefined) return undefined;
  const value = text === '' ? undefined : typedValue(field, text);
  return { value: isDefault(field, value) ? undefined : value };
}
