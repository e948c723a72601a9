import type { JsonObject } from '../../contract/read.ts';
import {
  choicesOf,
  commonFields,
  type OptionField,
  remarksOf,
  typedText,
  typedValue,
} from '../../formats/optionFields.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { Choice } from '../model/choice.ts';
import { optionHint, optionName, optionValueText } from '../text/options.ts';
import { foreign, joined, say, verbatim, type Words } from '../text/words.ts';
import { askForText } from '../window/inputs.ts';
import { pick } from '../window/picks.ts';

/**
 * A form in the quick pick: the options that the schemas share, with their values, each to be changed, until the person
 * starts the work. Resolves to what was set, or to `undefined` when the person gives up.
 */
export async function fillInOptions(
  title: Words,
  schemas: readonly JsonObject[],
): Promise<JobOptions | undefined> {
  const fields = commonFields(schemas);
  const values = new Map<string, unknown>();
  const start: Choice<undefined> = {
    value: undefined,
    icon: 'play',
    label: say('Convert'),
    alwaysShown: true,
  };
  const invitation =
    fields.length === 0
      ? say('This conversion has no options')
      : say('Choose an option to change it, or convert');
  const placeHolder = joined([invitation, ...remarksOf(schemas).map(foreign)], '. ');
  for (;;) {
    const choices = [start, ...fields.map((field) => fieldChoice(field, values))];
    const picked = await pick<OptionField | undefined>(
      { title, placeHolder, entries: choices },
      { persistent: true },
    );
    if (picked === undefined) return undefined;
    if (picked.value === undefined) return Object.fromEntries(values);
    await change(picked.value, values);
  }
}

function fieldChoice(field: OptionField, values: ReadonlyMap<string, unknown>): Choice<OptionField> {
  return { value: field, label: optionName(field), description: currentText(field, values) };
}

function currentText({ name, secret }: OptionField, values: ReadonlyMap<string, unknown>): Words {
  if (!values.has(name)) return say('Default');
  return secret ? verbatim('••••••') : optionValueText(values.get(name));
}

/** Asks for one value. Whoever leaves by Escape leaves it as it was. */
async function change(field: OptionField, values: Map<string, unknown>): Promise<void> {
  const choices = choicesOf(field);
  const answer = choices === undefined ? await typed(field, values) : await chosen(field, choices);
  if (answer === undefined) return;
  if (answer.value === undefined) values.delete(field.name);
  else values.set(field.name, answer.value);
}

async function chosen(
  field: OptionField,
  values: readonly unknown[],
): Promise<{ readonly value: unknown } | undefined> {
  const entries = [
    { value: undefined, label: say('Default') },
    ...values.map((value) => ({ value, label: optionValueText(value) })),
  ];
  return pick({ title: optionName(field), entries }, { persistent: true });
}

async function typed(
  field: OptionField,
  values: ReadonlyMap<string, unknown>,
): Promise<{ readonly value: unknown } | undefined> {
  const hint = optionHint(field);
  const text = await askForText({
    title: optionName(field),
    prompt: joined([hint, say('Leave empty for the default.')], '. '),
    value: values.has(field.name) ? typedText(values.get(field.name)) : '',
    secret: field.secret,
    persistent: true,
    objection: (input) =>
      input === '' || typedValue(field, input) !== undefined ? undefined : refusal(hint),
  });
  if (text === undefined) return undefined;
  return { value: text === '' ? undefined : typedValue(field, text) };
}

function refusal(hint: Words | undefined): Words {
  return hint === undefined ? say('This value can’t be used here.') : say('{0}, please.', hint);
}
