import * as vscode from 'vscode';
import type { Words } from '../text/words.ts';

export interface TextQuestion {
  readonly title: Words;
  readonly prompt?: Words;
  /** The text to start from, which is not made plain: it is a value to edit, not words to read. */
  readonly value: string;
  readonly selection?: [start: number, end: number];
  readonly secret?: boolean;
  /** Stays open when the focus goes elsewhere. */
  readonly persistent?: boolean;
  /** Shows an arrow that leads back to what came before; like Escape, it gives this question up. */
  readonly leadsBack?: boolean;
  /** Why a text is refused, or `undefined`. */
  readonly objection: (text: string) => Words | undefined;
}

/** Has a person type a text that is not refused; `undefined` when the person gives up. */
export async function askForText(question: TextQuestion): Promise<string | undefined> {
  const { title, prompt, value, selection, secret = false, persistent = false, objection } = question;
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
      box.validationMessage = objection(box.value);
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

export interface SecretQuestion {
  readonly title: Words;
  readonly prompt: Words;
  /** Says that nothing was typed. */
  readonly missing: Words;
  /** A button beside the title that leads to where the secret is made. */
  readonly origin: { readonly tooltip: Words; readonly open: () => void };
  /** Resolves to why a secret is refused, or to `undefined`; never rejects. */
  readonly check: (secret: string) => Promise<Words | undefined>;
}

/**
 * Has a person type a secret in a box that hides it, again until it is not refused. Resolves to the secret, or to
 * `undefined` when the person gives up.
 */
export async function askForSecret(question: SecretQuestion): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  box.title = question.title;
  box.prompt = question.prompt;
  box.password = true;
  box.ignoreFocusOut = true;
  box.buttons = [{ iconPath: new vscode.ThemeIcon('link-external'), tooltip: question.origin.tooltip }];
  return new Promise((resolve) => {
    const submit = async (): Promise<void> => {
      const secret = box.value.trim();
      if (secret === '') {
        box.validationMessage = question.missing;
        return;
      }
      box.enabled = false;
      box.busy = true;
      const objection = await question.check(secret);
      box.busy = false;
      box.enabled = true;
      if (objection === undefined) {
        resolve(secret);
        box.hide();
      } else box.validationMessage = objection;
    };
    box.onDidAccept(() => void submit());
    box.onDidChangeValue(() => {
      box.validationMessage = undefined;
    });
    box.onDidTriggerButton(question.origin.open);
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}
