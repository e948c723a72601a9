import * as vscode from 'vscode';
import type { JsonObject } from '../../contract/read.ts';
import {
  choicesOf,
  commonFields,
  type OptionField,
  remarksOf,
  typedValue,
} from '../../formats/optionFields.ts';
import type { JobOptions } from '../../jobs/service.ts';
import { optionHint, optionName, optionValueText } from '../text/options.ts';

interface FieldItem extends vscode.QuickPickItem {
  /** The option to set; without one, the item starts the work. */
  readonly field?: OptionField;
}

interface ChoiceItem extends vscode.QuickPickItem {
  readonly value: unknown;
}

/**
 * A form in the quick pick: the options that the schemas share, with their values, each to be changed, until the person
 * starts the work. Resolves to what was set, or to `undefined` when the person gives up.
 */
export async function fillInOptions(
  title: string,
  schemas: readonly JsonObject[],
): Promise<JobOptions | undefined> {
  const fields = commonFields(schemas);
  const values = new Map<string, unknown>();
  const start: FieldItem = { label: `$(play) ${vscode.l10n.t('Convert')}`, alwaysShow: true };
  const invitation =
    fields.length === 0
      ? vscode.l10n.t('This conversion has no options')
      : vscode.l10n.t('Choose an option to change it, or convert');
  const placeHolder = [invitation, ...remarksOf(schemas)].join('. ');
  for (;;) {
    const items = [start, ...fieldItems(fields, values)];
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true });
    if (picked === undefined) return undefined;
    if (picked.field === undefined) return Object.fromEntries(values);
    await change(picked.field, values);
  }
}

function fieldItems(fields: readonly OptionField[], values: ReadonlyMap<string, unknown>): FieldItem[] {
  return fields.map((field) => ({
    field,
    label: optionName(field),
    description: currentText(field, values),
  }));
}

function currentText({ name, secret }: OptionField, values: ReadonlyMap<string, unknown>): string {
  if (!values.has(name)) return vscode.l10n.t('Default');
  return secret ? '••••••' : optionValueText(values.get(name));
}

/** Asks for one value. Whoever leaves by Escape leaves it as it was. */
async function change(field: OptionField, values: Map<string, unknown>): Promise<void> {
  const choices = choicesOf(field);
  const answer = choices === undefined ? await typed(field, values) : await chosen(field, choices);
  if (answer === undefined) return;
  if (answer.value === undefined) values.delete(field.name);
  else values.set(field.name, answer.value);
}

async function chosen(field: OptionField, choices: readonly unknown[]): Promise<ChoiceItem | undefined> {
  const items = [
    { label: vscode.l10n.t('Default'), value: undefined },
    ...choices.map((value) => ({ label: optionValueText(value), value })),
  ];
  return vscode.window.showQuickPick<ChoiceItem>(items, { title: optionName(field), ignoreFocusOut: true });
}

async function typed(
  field: OptionField,
  values: ReadonlyMap<string, unknown>,
): Promise<{ value: unknown } | undefined> {
  const hint = optionHint(field);
  const text = await vscode.window.showInputBox({
    title: optionName(field),
    prompt:
      hint === ''
        ? vscode.l10n.t('Leave empty for the default.')
        : `${hint}. ${vscode.l10n.t('Leave empty for the default.')}`,
    value: values.has(field.name) ? optionValueText(values.get(field.name)) : '',
    password: field.secret,
    ignoreFocusOut: true,
    validateInput: (input) =>
      input === '' || typedValue(field, input) !== undefined ? undefined : refusal(hint),
  });
  if (text === undefined) return undefined;
  return { value: text === '' ? undefined : typedValue(field, text) };
}

function refusal(hint: string): string {
  return hint === '' ? vscode.l10n.t('This value can’t be used here.') : vscode.l10n.t('{0}, please.', hint);
}
