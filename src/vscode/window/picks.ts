import * as vscode from 'vscode';
import type { Words } from '../text/words.ts';
import { type Icon, withIcon } from './icons.ts';

/** What can be picked from a list. */
export interface Choice<T> {
  readonly value: T;
  readonly icon?: Icon;
  readonly label: Words;
  readonly description?: Words;
  readonly detail?: Words;
  /** Whatever is typed to search the list. */
  readonly alwaysShown?: boolean;
}

/** A line between choices. */
export interface Heading {
  readonly heading: Words;
}

export interface PickOptions {
  readonly title: Words;
  readonly placeHolder?: Words;
  /** Stay when the focus goes elsewhere. */
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
