import * as vscode from 'vscode';
import type { Icon } from './statusBarItem.ts';
import { joined, type SafeText } from '../text/safeText.ts';
import { systemClock } from '../../util/clock.ts';

export interface PickContent<T> {
  readonly title: SafeText;
  readonly placeHolder?: SafeText;
  readonly entries: readonly (Choice<T> | ListHeading)[];
  /** The label of a row that stands for the rare entries, and shows them. */
  readonly more?: SafeText;
  readonly buttons?: readonly PickButton<T>[];
}

/** A button in a list's title that changes the content while the list is open. */
interface PickButton<T> {
  readonly icon: Icon;
  readonly tooltip: SafeText;
  /** Returns the new content. The text that the user has typed stays. */
  readonly press: () => PickContent<T>;
}

interface PickBehavior<T> {
  /** An open list to use. If it was closed, a new one is opened. */
  readonly opened?: OpenList | undefined;
  /** True to stay open when the list loses the focus. */
  readonly persistent?: boolean;
  /** The choice that the back arrow stands for. Without it, there is no back arrow. */
  readonly back?: Choice<T>;
  /** The number of this question in a series. */
  readonly step?: { readonly number: number; readonly of: number };
  /** Closes the list without a choice when it aborts. */
  readonly signal?: AbortSignal;
  /**
   * Called once the list is open, to update its content. The signal aborts when the list closes. The list shows an
   * update once the user has paused, because a key pressed during a redraw could reach another row.
   */
  readonly follow?: (update: (content: PickContent<T>) => void, signal: AbortSignal) => Promise<void>;
}

/** The user has paused after this time without typing or moving the focus. */
const pauseMs = 300;

/**
 * Lets the user choose from a list, which can be searched by label and description. Resolves to `undefined` without a
 * choice.
 */
export async function pick<T>(
  content: PickContent<T>,
  { opened, persistent = opened?.isPersistent ?? false, back, step, signal, follow }: PickBehavior<T> = {},
): Promise<Choice<T> | undefined> {
  const list = opened?.take() ?? vscode.window.createQuickPick();
  const rows = new PickRows<T>(list);
  const arrow = back === undefined ? [] : [vscode.QuickInputButtons.Back];
  list.buttons = arrow;
  let buttons: readonly PickButton<T>[] = [];
  let drawn: readonly vscode.QuickInputButton[] = [];
  const showButtons = (shown: readonly PickButton<T>[]): void => {
    // A click would be lost if VS Code drew the buttons again at the same time.
    if (appearance(shown) !== appearance(buttons)) {
      drawn = shown.map(quickInputButton);
      list.buttons = [...arrow, ...drawn];
    }
    buttons = shown;
  };
  let pending: PickContent<T> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const show = (shown: PickContent<T>): void => {
    // A pending update may be older than what the user has changed with a button.
    clearTimeout(timer);
    pending = undefined;
    const { title, placeHolder } = shown;
    list.title = title;
    list.placeholder = placeHolder;
    showButtons(shown.buttons ?? []);
    rows.show(shown);
    list.busy = false;
  };
  const showAfterPause = (update = pending): void => {
    pending = update;
    clearTimeout(timer);
    if (update !== undefined) timer = setTimeout(show, pauseMs, update);
  };
  list.onDidChangeActive(() => showAfterPause());
  list.onDidChangeValue(() => showAfterPause());
  list.matchOnDescription = true;
  list.ignoreFocusOut = persistent;
  list.keepScrollPosition = true;
  if (step !== undefined) [list.step, list.totalSteps] = [step.number, step.of];
  return new Promise((resolve) => {
    const closing = new AbortController();
    const finish = (choice: Choice<T> | undefined): void => {
      resolve(choice);
      list.hide();
    };
    rows.onDidChoose(finish);
    list.onDidTriggerButton((button) => {
      const press = buttons[drawn.indexOf(button)]?.press;
      if (press === undefined) finish(back);
      else show(press());
    });
    const close = (): void => list.hide();
    signal?.addEventListener('abort', close);
    list.onDidHide(() => {
      closing.abort();
      clearTimeout(timer);
      signal?.removeEventListener('abort', close);
      resolve(undefined);
      list.dispose();
    });
    show(content);
    list.show();
    if (signal?.aborted === true) close();
    else void follow?.(showAfterPause, closing.signal);
  });
}

/** The rows of a list. Rare entries are hidden until the user types or asks for them. */
class PickRows<T> {
  readonly #list: vscode.QuickPick<vscode.QuickPickItem>;
  /** Keeps those of earlier drawings, because the user may choose a row while the list is being redrawn. */
  readonly #choices = new WeakMap<vscode.QuickPickItem, Choice<T>>();
  /** Labels of the rows whose additional text is shown. */
  readonly #explained = new Set<string>();
  #content: Pick<PickContent<T>, 'entries' | 'more'> = { entries: [] };
  #moreRow: vscode.QuickPickItem | undefined;
  #showsAll = false;
  #isSearched: boolean;
  /** True if the user pressed Enter before the list showed the matching rows. */
  #isAccepted = false;
  /** The search text for which the focus was last corrected. */
  #refocusedFor = '';

  constructor(list: vscode.QuickPick<vscode.QuickPickItem>) {
    this.#list = list;
    this.#isSearched = list.value !== '';
    list.onDidChangeValue((text) => {
      this.#isAccepted = false;
      if (this.#isSearched === (text !== '')) return;
      this.#isSearched = text !== '';
      this.#draw();
    });
    list.onDidChangeActive(([row]) => {
      if (row === undefined) this.#refocus();
    });
    list.onDidTriggerItemButton(({ item: { label } }) => {
      if (!this.#explained.delete(label)) this.#explained.add(label);
      this.#redraw();
    });
  }

  /** Calls `finish` with the choice that the user accepts. */
  onDidChoose(finish: (choice: Choice<T>) => void): void {
    const accept = ([row]: readonly vscode.QuickPickItem[]): void => {
      const chosen = row && this.#choices.get(row);
      if (chosen !== undefined) finish(chosen);
      else if (row !== undefined && row === this.#moreRow) this.#expand();
      else this.#isAccepted = this.#isSearched;
    };
    this.#list.onDidAccept(() => accept(this.#list.selectedItems));
    this.#list.onDidChangeActive((rows) => {
      if (this.#isAccepted && rows.length > 0) accept(rows);
    });
  }

  show(content: Pick<PickContent<T>, 'entries' | 'more'>): void {
    this.#content = content;
    this.#redraw();
  }

  /** Draws the rows again, and keeps the focus on the same row. */
  #redraw(): void {
    const [focused] = this.#list.activeItems;
    this.#draw();
    const row = this.#list.items.find(({ label }) => label === focused?.label);
    if (row !== undefined) this.#list.activeItems = [row];
  }

  /**
   * Corrects the focus after a search. A redraw may have focused a row that the search has just filtered out. Drawing
   * the rows again makes VS Code focus the first match.
   */
  #refocus(): void {
    const { value } = this.#list;
    if (value === '' || value === this.#refocusedFor) return;
    this.#refocusedFor = value;
    this.#draw();
  }

  /** Shows all rows, and focuses the first one that was hidden. */
  #expand(): void {
    const hidden = this.#content.entries.find((entry) => entry.isRare === true && !('heading' in entry));
    this.#showsAll = true;
    this.#draw();
    const first = this.#list.items.find((row) => this.#choices.get(row) === hidden);
    if (first !== undefined) this.#list.activeItems = [first];
  }

  #draw(): void {
    const { entries, more } = this.#content;
    const hides = more !== undefined && !this.#showsAll && !this.#isSearched;
    // VS Code identifies rows by their position, so rows that are always shown must keep theirs.
    const [usual, rare] = [false, true].map((is) => entries.filter(({ isRare = false }) => isRare === is));
    const shown = [...(usual ?? []), ...(hides ? [] : (rare ?? []))];
    const rows = shown.map((entry) => {
      if ('heading' in entry) return { label: entry.heading, kind: vscode.QuickPickItemKind.Separator };
      const row = this.#row(entry);
      this.#choices.set(row, entry);
      return row;
    });
    this.#moreRow = shown.length < entries.length && more !== undefined ? { label: more } : undefined;
    this.#list.items = this.#moreRow === undefined ? rows : [...rows, this.#moreRow];
  }

  #row({
    icon,
    label,
    description,
    searched = description,
    detail,
    note,
    info,
    alwaysShown = false,
  }: Choice<T>): vscode.QuickPickItem {
    const [noteBeside, noteBelow] = this.#isSearched ? [undefined, note] : [note, undefined];
    const beside = joined([this.#isSearched ? searched : description, noteBeside], ' · ');
    const below = joined([detail, noteBelow, this.#explained.has(label) ? info : undefined], ' · ');
    return {
      label,
      alwaysShow: alwaysShown,
      // The icon isn't part of the label, because screen readers would read out its name.
      ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
      ...(beside === '' ? {} : { description: beside }),
      ...(below === '' ? {} : { detail: below }),
      ...(info === undefined ? {} : { buttons: [quickInputButton({ icon: 'info', tooltip: info })] }),
    };
  }
}

type ButtonLook = Pick<PickButton<unknown>, 'icon' | 'tooltip'>;

function appearance(buttons: readonly ButtonLook[]): string {
  return JSON.stringify(buttons.map(({ icon, tooltip }) => [icon, tooltip]));
}

function quickInputButton({ icon, tooltip }: ButtonLook): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

/** An item of a list, with the value that choosing it yields. */
export interface Choice<T> {
  readonly value: T;
  readonly icon?: Icon;
  readonly label: SafeText;
  readonly description?: SafeText;
  /** The description during a search, if it has more words by which the item can be found. */
  readonly searched?: SafeText;
  readonly detail?: SafeText;
  /**
   * Shown after the description, or during a search in the line below, because the search must not match it. It may be
   * added later without moving other rows.
   */
  readonly note?: SafeText;
  /** Additional text, which a button in the row shows. */
  readonly info?: SafeText;
  /** True to hide the item until the user types or asks for more. */
  readonly isRare?: boolean;
  /** True to show the item even if the search doesn't match it. */
  readonly alwaysShown?: boolean;
}

/** A separator between choices, with a title. */
export interface ListHeading {
  readonly heading: SafeText;
  readonly isRare?: boolean;
}

/**
 * Time to wait for the content. It is usually available by then, and drawing an empty list takes as long as drawing a
 * full one.
 */
const graceMs = 20;

/**
 * A list that opens before its content is available. What the user types goes into the list, and searches the content
 * when it arrives.
 */
export class OpenList {
  readonly #box = vscode.window.createQuickPick();
  readonly #closing = new AbortController();
  readonly #opening = systemClock.schedule(graceMs, () => this.#box.show());
  /** Resolves once the list shows rows. Never settles if the list is closed before that. */
  readonly filled: Promise<void>;

  /** True if the list stays open when it loses the focus. */
  readonly isPersistent: boolean;

  constructor(title: SafeText, isPersistent = false) {
    this.isPersistent = isPersistent;
    this.#box.ignoreFocusOut = isPersistent;
    this.#box.title = title;
    this.#box.busy = true;
    // VS Code activates the first row when it shows the list's rows.
    this.filled = new Promise((resolve) => this.#box.onDidChangeActive(() => resolve()));
    this.#box.onDidHide(() => this.close());
  }

  /** Aborts when the list is closed for any reason. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** The list, for the caller to fill and show; `undefined` if it was closed. */
  take(): vscode.QuickPick<vscode.QuickPickItem> | undefined {
    this.#opening.dispose();
    return this.signal.aborted ? undefined : this.#box;
  }

  close(): void {
    if (this.signal.aborted) return;
    this.#opening.dispose();
    this.#closing.abort();
    this.#box.dispose();
  }
}
