import * as vscode from 'vscode';
import { statusBarItems } from '../../manifest.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { SafeText } from '../text/safeText.ts';

/** The extension's status bar item. It is initially hidden. */
export class StatusBarItem implements Disposable {
  readonly #item: vscode.StatusBarItem;

  /** @param command the command that a click runs */
  constructor(name: SafeText, command: string) {
    this.#item = vscode.window.createStatusBarItem(statusBarItems.main, vscode.StatusBarAlignment.Left, 0);
    this.#item.name = name;
    this.#item.command = command;
  }

  show({ icon, text, tooltip, spoken, isWarning }: StatusBarContent): void {
    this.#item.text = `$(${icon}) ${text}`;
    this.#item.tooltip = tooltip;
    this.#item.accessibilityInformation = { label: spoken, role: 'button' };
    this.#item.backgroundColor = isWarning
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.#item.show();
  }

  hide(): void {
    this.#item.hide();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/** VS Code's icons that are used before a text. */
export type Icon =
  | 'arrow-swap'
  | 'bookmark'
  | 'check'
  | 'cloud'
  | 'device-desktop'
  | 'discard'
  | 'error'
  | 'file-media'
  | 'fold'
  | 'gear'
  | 'history'
  | 'key'
  | 'link-external'
  | 'info'
  | 'list-ordered'
  | 'list-unordered'
  | 'play'
  | 'refresh'
  | 'save'
  | 'sign-out'
  | 'sort-precedence'
  | 'sync~spin'
  | 'warning';

export interface StatusBarContent {
  readonly icon: Icon;
  readonly text: SafeText;
  readonly tooltip: SafeText;
  /** The text for screen readers, which would read out the icon's name otherwise. */
  readonly spoken: SafeText;
  /** True to highlight the item as a warning. */
  readonly isWarning: boolean;
}
