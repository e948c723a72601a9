import * as vscode from 'vscode';
import type { JsonObject } from '../../contract/read.ts';
import type { Work } from '../../planning/work.ts';
import { sourceFormatsOf, sourcesAt, type WorkPlan } from '../../planning/workPlan.ts';
import type { BatchContext } from './runBatch.ts';
import type { Connections } from '../network/connections.ts';
import { fileName, formatName } from '../text/names.ts';
import { say, sayCount, type SafeText, joined, sentences, untrusted } from '../text/safeText.ts';
import { withProgress, confirm, openSettingAction, showInformation } from '../ui/messages.ts';
import type { LastOptions } from '../../planning/recentChoices.ts';
import {
  commonFields,
  isDefault,
  type OptionField,
  remarksOf,
  acceptsValue,
  typedText,
  typedValue,
} from '../../planning/optionFields.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import { type ListHeading, pick } from '../ui/picks.ts';
import {
  backStep,
  formRows,
  type OptionValues,
  valueRows,
  type PresetChoice,
  defaultText,
  optionDescription,
  optionHint,
  optionName,
  phraseText,
  invalidValueText,
} from './optionRows.ts';
import { askForText } from '../ui/inputs.ts';
import { settings, settingsSection } from '../../manifest.ts';
import { maxPresetName, presetNameProblem, type Preset, presetEntry } from '../request/presets.ts';
import { currentSettings, savePreset } from '../settings.ts';

const schemaTimeoutMs = 30_000;

/**
 * Asks for the options that are common to all pairs of a plan, in addition to those of its work. Resolves to `back` if
 * the user goes back to an earlier step, and to `undefined` if the user cancels.
 * @throws CodedError if a service doesn't provide the options
 */
export async function askForOptions(
  { connections, lastOptions }: BatchContext,
  plan: WorkPlan,
  { presets, canGoBack }: Pick<OptionsQuestion, 'presets' | 'canGoBack'> = {},
): Promise<Work | 'back' | undefined> {
  if (plan.planned.length === 0) return plan.work;
  return fillInOptions(lastOptions, {
    title: formTitle(plan),
    work: plan.work,
    sources: sourceFormatsOf(plan),
    schemas: await loadSchemas(connections, plan),
    ...(presets === undefined ? {} : { presets }),
    ...(canGoBack === undefined ? {} : { canGoBack }),
  });
}

export function formTitle({ work: { tool, targetFormat }, planned }: WorkPlan): SafeText {
  const [first, ...others] = planned;
  const only = others.length === 0 && first !== undefined ? fileName(first.uri) : undefined;
  const count = planned.length;
  if (targetFormat === undefined) {
    return only === undefined
      ? sayCount(count, { one: 'Compress {0} file', other: 'Compress {0} files' })
      : say('Compress {0}', only);
  }
  const target = formatName(targetFormat);
  if (tool === 'combine') {
    const together = first?.together?.length ?? 0;
    return sayCount(
      together,
      { one: 'Combine {0} file into one {1}', other: 'Combine {0} files into one {1}' },
      target,
    );
  }
  return only === undefined
    ? sayCount(count, { one: 'Convert {0} file to {1}', other: 'Convert {0} files to {1}' }, target)
    : say('Convert {0} to {1}', only, target);
}

/** The schema of each pair, compressed format, or combination, from its service. */
export async function loadSchemas(connections: Connections, plan: WorkPlan): Promise<JsonObject[]> {
  const { tool, targetFormat } = plan.work;
  return withProgress({ place: 'statusBar', title: say('Loading options') }, async () => {
    const schemas = sourcesAt(plan).map(async ({ service, format }) => {
      const options = await connections.schemas(service);
      const signal = AbortSignal.timeout(schemaTimeoutMs);
      if (tool === 'combine') return options.combinationSchema(format, signal);
      return targetFormat === undefined
        ? options.compressionSchema(format, signal)
        : options.optionsSchema(format, targetFormat, signal);
    });
    return Promise.all(schemas);
  });
}

interface OptionsQuestion {
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
async function fillInOptions(
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

/** Returns the chosen preset. If it is unusable, opens the settings instead. */
export function followPreset(choice: PresetChoice['value']): Preset | undefined {
  if ('preset' in choice) return choice.preset;
  void vscode.commands.executeCommand(
    'workbench.action.openSettings',
    `${settingsSection}.${settings.presets}`,
  );
  return undefined;
}

/** Asks for a name and saves the work as a preset. Resolves once it is saved, or the user cancels. */
export async function saveAsPreset(work: Work): Promise<void> {
  const text = await askForText({
    title: say('Save as Preset'),
    prompt: say('Name of the preset in the list of formats, at most {0} characters', maxPresetName),
    value: '',
    persistent: true,
    leadsBack: true,
    validate: presetNameProblem,
  });
  if (text === undefined) return;
  const name = text.trim();
  const { usable, broken } = currentSettings.presets();
  const isTaken = [...usable, ...broken].some((preset) => preset.name === name);
  const question = say('Replace the preset “{0}”?', untrusted(name));
  if (isTaken && !(await confirm(question, say('The current preset will be lost.'), say('Replace')))) return;
  await savePreset(name, presetEntry(work));
  void showInformation(
    say('Saved the preset “{0}”.', untrusted(name)),
    openSettingAction(say('Open Settings'), settings.presets),
  );
}
