import * as vscode from 'vscode';
import type { SafeText } from '../text/safeText.ts';

interface TextQuestion {
  readonly title: SafeText;
  readonly prompt?: SafeText;
  /** The initial text. It isn't reduced to plain characters, because it is a value that the user edits. */
  readonly value: string;
  readonly selection?: [start: number, end: number];
  readonly secret?: boolean;
  /** True to stay open when the box loses the focus. */
  readonly persistent?: boolean;
  /** True to show a back arrow. Like Escape, it cancels this question. */
  readonly leadsBack?: boolean;
  /** Returns the reason why a text isn't accepted, or `undefined`. */
  readonly validate: (text: string) => SafeText | undefined;
}

/** Asks for a text until it is accepted. Resolves to `undefined` if the user cancels. */
export async function askForText(question: TextQuestion): Promise<string | undefined> {
  const { title, prompt, value, selection, secret = false, persistent = false, validate } = question;
  const box = vscode.window.createInputBox();
  box.title = title;
  if (prompt !== undefined) box.prompt = prompt;
  box.value = value;
  if (selection !== undefined) box.valueSelection = selection;
  box.password = secret;
  box.ignoreFocusOut = persistent;
  if (question.leadsBack === true) box.buttons = [vscode.QuickInputButtons.Back];
  return new Promise((resolve) => {
    const check = (): boolean => {
      box.validationMessage = validate(box.value);
      return box.validationMessage === undefined;
    };
    box.onDidChangeValue(check);
    box.onDidAccept(() => {
      if (!check()) return;
      resolve(box.value);
      box.hide();
    });
    box.onDidTriggerButton(() => box.hide());
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

/** The answer if the user goes back a step. */
export const stepBack = Symbol('a step back');

/** A question whose answer takes a while to check, for example by a server. */
export interface CheckedQuestion {
  readonly title: SafeText;
  readonly prompt: SafeText;
  /** The initial text, as in `TextQuestion`. */
  readonly value?: string;
  readonly secret?: boolean;
  /** A button beside the title, for example to the page where keys are created. */
  readonly button?: { readonly tooltip: SafeText; readonly open: () => void };
  /** The number of this question in a series. The first question has no back arrow. */
  readonly step?: { readonly number: number; readonly of: number };
  /** Resolves to the reason why a text isn't accepted, or to `undefined`. Never rejects. */
  readonly check: (text: string) => Promise<SafeText | undefined>;
}

/**
 * Asks for a text until it is accepted. The box stays open when it loses the focus. Resolves to the trimmed text, to
 * `stepBack`, or to `undefined` if the user cancels.
 */
export async function askChecked(question: CheckedQuestion): Promise<string | typeof stepBack | undefined> {
  const { title, prompt, value = '', secret = false, button, step, check } = question;
  const box = vscode.window.createInputBox();
  Object.assign(box, { title, prompt, value, password: secret, ignoreFocusOut: true });
  if (step !== undefined) [box.step, box.totalSteps] = [step.number, step.of];
  const leading = button && {
    iconPath: new vscode.ThemeIcon('link-external'),
    tooltip: button.tooltip,
  };
  box.buttons = [
    ...(step !== undefined && step.number > 1 ? [vscode.QuickInputButtons.Back] : []),
    ...(leading === undefined ? [] : [leading]),
  ];
  return new Promise((resolve) => {
    const finish = (outcome: string | typeof stepBack): void => {
      resolve(outcome);
      box.hide();
    };
    const submit = async (): Promise<void> => {
      const text = box.value.trim();
      box.enabled = false;
      box.busy = true;
      const validate = await check(text);
      box.busy = false;
      box.enabled = true;
      if (validate === undefined) finish(text);
      else box.validationMessage = validate;
    };
    box.onDidAccept(() => void submit());
    box.onDidChangeValue(() => {
      box.validationMessage = undefined;
    });
    box.onDidTriggerButton((pressed) => {
      if (pressed === leading) button?.open();
      else finish(stepBack);
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

/** Asks for files. `purpose` is the title of the dialog and the label of its button. */
export async function openFiles(purpose: SafeText): Promise<vscode.Uri[]> {
  const options = { canSelectMany: true, canSelectFiles: true, openLabel: purpose, title: purpose };
  return (await vscode.window.showOpenDialog(options)) ?? [];
}

/** Asks where to save a file. The dialog starts with the given folder or file. */
export async function saveFile(title: SafeText, defaultUri: vscode.Uri): Promise<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({ title, defaultUri });
}
