import * as vscode from 'vscode';
import type { SafeText } from '../text/safeText.ts';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';

/** The name of one of VS Code's icons, and its theme color. */
export interface RowIcon {
  readonly id: string;
  readonly color?: string;
}

export interface Row {
  readonly label: SafeText;
  readonly description: SafeText;
  readonly tooltip: SafeText;
  /** The text for screen readers. */
  readonly spoken: SafeText;
  readonly icon: RowIcon;
  /** Words for the available actions, which the `when` clauses of menus match (`viewItem`). */
  readonly contextValue: string;
  readonly onClick?: { readonly title: SafeText; readonly command: string; readonly arguments: unknown[] };
  /** The initial state of the rows below, until the user expands or collapses this one; absent if there are none. */
  readonly children?: 'shown' | 'hidden';
}

/** The rows of a view, by id. */
interface Rows {
  /** The ids of the rows below a row, or of the top-level rows. */
  children(parent: string | undefined): readonly string[];
  parent(id: string): string | undefined;
  row(id: string): Row | undefined;
}

/** The content of a view, and how it handles drag and drop. */
export interface TreeContent extends Rows, DragAndDrop {}

/** A tree of rows in which several can be selected. Its content is only requested while it is visible. */
export class TreeView implements Disposable {
  readonly #store = new DisposableStore();
  readonly #changes = this.#store.add(new vscode.EventEmitter<string[] | undefined>());
  readonly #viewId: string;
  readonly #view: vscode.TreeView<string>;

  constructor(viewId: string, content: () => Promise<TreeContent>) {
    this.#viewId = viewId;
    const treeDataProvider: vscode.TreeDataProvider<string> = {
      onDidChangeTreeData: this.#changes.event,
      getChildren: async (parent) => [...(await content()).children(parent)],
      getParent: async (id) => (await content()).parent(id),
      getTreeItem: async (id) => itemOf(id, (await content()).row(id)),
    };
    this.#view = this.#store.add(
      vscode.window.createTreeView(viewId, {
        treeDataProvider,
        dragAndDropController: dragAndDropController(viewId, content),
        canSelectMany: true,
      }),
    );
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** Calls the listener when the view becomes visible or hidden. */
  onDidChangeVisibility(listener: () => void): Disposable {
    return this.#view.onDidChangeVisibility(listener);
  }

  get selection(): readonly string[] {
    return this.#view.selection;
  }

  /** Redraws these rows with the rows below them. `undefined` redraws all rows, in their current order. */
  redraw(ids: readonly string[] | undefined): void {
    if (ids?.length !== 0) this.#changes.fire(ids && [...ids]);
  }

  /** Shows the view, expands the parents of a row, and selects and focuses the row. */
  async reveal(id: string): Promise<void> {
    // A hidden view has outdated rows, and VS Code doesn't find the row before it has read the current ones.
    if (!this.isVisible) await this.focus();
    await this.#view.reveal(id, { select: true, focus: true });
  }

  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${this.#viewId}.focus`);
  }

  /** Sets the message above the rows. */
  setMessage(message: SafeText | undefined): void {
    const text = message ?? '';
    if ((this.#view.message ?? '') !== text) this.#view.message = text;
  }

  /** Sets the number on the view's icon, and its tooltip. 0 removes the number. */
  setBadge(value: number, tooltip: SafeText): void {
    this.#view.badge = value === 0 ? undefined : { value, tooltip };
  }

  dispose(): void {
    this.#store.dispose();
  }
}

function itemOf(id: string, row: Row | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(row?.label ?? '');
  if (row === undefined) return item;
  // VS Code remembers by id whether a row is expanded. For the row to collapse automatically, its id must change.
  item.id = row.children === 'shown' ? `${id} open` : id;
  item.collapsibleState = collapsibleStateOf(row);
  item.description = row.description;
  item.tooltip = row.tooltip;
  item.accessibilityInformation = { label: row.spoken };
  item.iconPath = themeIcon(row.icon);
  item.contextValue = row.contextValue;
  if (row.onClick !== undefined) item.command = row.onClick;
  return item;
}

function collapsibleStateOf({ children }: Row): vscode.TreeItemCollapsibleState {
  if (children === undefined) return vscode.TreeItemCollapsibleState.None;
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  return children === 'shown' ? Expanded : Collapsed;
}

function themeIcon({ id, color }: RowIcon): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));
}

/** A dropped file that has no path on this computer, because VS Code's window is on another one. */
export interface VirtualFile {
  readonly name: string;
  readonly data: () => PromiseLike<Uint8Array>;
}

export interface Drop {
  /** The id of the row under the pointer; `undefined` if there is none. */
  readonly target: string | undefined;
  readonly uris: readonly vscode.Uri[];
  readonly virtualFiles: readonly VirtualFile[];
}

/** How a view handles rows that are dragged, and files that are dropped on its rows. */
interface DragAndDrop {
  /** Returns the files that rows represent. */
  readonly filesOf: (rows: readonly string[]) => readonly vscode.Uri[];
  readonly onDrop: (drop: Drop) => Promise<void>;
}

const uriList = 'text/uri-list';

function dragAndDropController(
  viewId: string,
  content: () => Promise<DragAndDrop>,
): vscode.TreeDragAndDropController<string> {
  // The media type that VS Code adds when rows of this view are dragged.
  const ownRows = `application/vnd.code.tree.${viewId.toLowerCase()}`;
  return {
    dropMimeTypes: [uriList, 'files', ownRows],
    dragMimeTypes: [uriList],
    handleDrag: async (rows, data) => {
      const uris = (await content()).filesOf(rows).map((uri) => uri.toString());
      if (uris.length > 0) data.set(uriList, new vscode.DataTransferItem(uris.join('\r\n')));
    },
    handleDrop: async (target, data) => {
      if (data.get(ownRows) !== undefined) return;
      const uris = urisIn((await data.get(uriList)?.asString()) ?? '');
      const files = [...data].flatMap(([, item]) => item.asFile() ?? []);
      const located = uris.length > 0 ? uris : files.flatMap(({ uri }) => uri ?? []);
      const virtualFiles = located.length > 0 ? [] : files;
      if (located.length + virtualFiles.length === 0) return;
      const { onDrop } = await content();
      await onDrop({ target, uris: located, virtualFiles });
    },
  };
}

/** The URIs in a list as defined by RFC 2483, which may contain comment lines. */
function urisIn(list: string): vscode.Uri[] {
  const lines = list.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => vscode.Uri.parse(line));
}
