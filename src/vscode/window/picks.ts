import * as vscode from 'vscode';
import type { Choice, Heading } from '../model/choice.ts';
import { withIcon } from '../model/icons.ts';
import type { Words } from '../text/words.ts';

export interface PickOptions {
  readonly title: Words;
  readonly placeHolder?: Words;
  /** Stays open when the focus goes elsewhere. */
  readonly persistent?: boolean;
}

/** Has a person pick from a list that is searched by label and description; `undefined` when nothing was. */
export async function pick<T>(
  entries: readonly (Choice<T> | Heading)[],
  { title, placeHolder, persistent = false }: PickOptions,
): Promise<Choice<T> | undefined> {
  const items = entries.map((entry): Item<T> => ('heading' in entry ? separator(entry) : item(entry)));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    matchOnDescription: true,
    ignoreFocusOut: persistent,
    ...(placeHolder === undefined ? {} : { placeHolder }),
  });
  return picked?.choice;
}

interface Item<T> extends vscode.QuickPickItem {
  readonly choice?: Choice<T>;
}

function item<T>(choice: Choice<T>): Item<T> {
  const { icon, label, description, detail, alwaysShown = false } = choice;
  return {
    choice,
    label: withIcon(icon, label),
    alwaysShow: alwaysShown,
    ...(description === undefined ? {} : { description }),
    ...(detail === undefined ? {} : { detail }),
  };
}

function separator({ heading }: Heading): Item<never> {
  return { label: heading, kind: vscode.QuickPickItemKind.Separator };
}
