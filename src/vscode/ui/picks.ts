import * as vscode from 'vscode';
import type { Choice, Heading } from './choice.ts';
import type { Icon } from './icons.ts';
import type { Words } from '../text/words.ts';
import type { OpenList } from './openList.ts';

/** The content of a list. */
export interface PickContent<T> {
  readonly title: Words;
  readonly placeHolder?: Words;
  readonly entries: readonly (Choice<T> | Heading)[];
  /** Buttons in the title. */
  readonly buttons?: readonly PickButton<T>[];
}

/** A button in a list's title, which changes the list while it is open. */
export interface PickButton<T> {
  readonly icon: Icon;
  readonly tooltip: Words;
  /** Returns the new content; the search text stays. */
  readonly press: () => PickContent<T>;
}

interface PickBehavior<T> {
  /** An open list to fill. If it was closed, a new one is opened. */
  readonly opened?: OpenList | undefined;
  /** Stays open when it loses the focus. */
  readonly persistent?: boolean;
  /** The result of the back arrow; without it, there is no arrow. */
  readonly back?: Choice<T>;
  /** The number of this question among several. */
  readonly step?: { readonly number: number; readonly of: number };
  /** Closes the list without a result. */
  readonly signal?: AbortSignal;
}

/** Shows a list that can be searched by label and description; `undefined` if nothing was picked. */
export async function pick<T>(
  content: PickContent<T>,
  { opened, persistent = opened?.isPersistent ?? false, back, step, signal }: PickBehavior<T> = {},
): Promise<Choice<T> | undefined> {
  const list = opened?.take() ?? vscode.window.createQuickPick();
  const choices = new Map<vscode.QuickPickItem, Choice<T>>();
  let pressed = new Map<vscode.QuickInputButton, PickButton<T>>();
  const show = ({ title, placeHolder, entries, buttons = [] }: PickContent<T>): void => {
    pressed = new Map(buttons.map((button) => [quickInputButton(button), button]));
    list.title = title;
    list.placeholder = placeHolder;
    list.buttons = [...(back === undefined ? [] : [vscode.QuickInputButtons.Back]), ...pressed.keys()];
    choices.clear();
    list.items = entries.map((entry) => {
      if ('heading' in entry) return separator(entry);
      const row = item(entry);
      choices.set(row, entry);
      return row;
    });
    list.busy = false;
  };
  list.matchOnDescription = true;
  list.ignoreFocusOut = persistent;
  if (step !== undefined) [list.step, list.totalSteps] = [step.number, step.of];
  return new Promise((resolve) => {
    const finish = (choice: Choice<T> | undefined): void => {
      resolve(choice);
      list.hide();
    };
    list.onDidAccept(() => {
      const [row] = list.selectedItems;
      const chosen = row && choices.get(row);
      if (chosen !== undefined) finish(chosen);
    });
    list.onDidTriggerButton((button) => {
      const press = pressed.get(button)?.press;
      if (press === undefined) finish(back);
      else show(press());
    });
    const close = (): void => list.hide();
    signal?.addEventListener('abort', close);
    list.onDidHide(() => {
      signal?.removeEventListener('abort', close);
      resolve(undefined);
      list.dispose();
    });
    show(content);
    list.show();
    if (signal?.aborted === true) close();
  });
}

function item({
  icon,
  label,
  description,
  detail,
  alwaysShown = false,
}: Choice<unknown>): vscode.QuickPickItem {
  return {
    label,
    alwaysShow: alwaysShown,
    // In the label, screen readers would read its name.
    ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
    ...(description === undefined ? {} : { description }),
    ...(detail === undefined ? {} : { detail }),
  };
}

function separator({ heading }: Heading): vscode.QuickPickItem {
  return { label: heading, kind: vscode.QuickPickItemKind.Separator };
}

function quickInputButton({ icon, tooltip }: PickButton<unknown>): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}
