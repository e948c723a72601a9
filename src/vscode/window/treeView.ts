import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../util/disposable.ts';
import type { Row, RowIcon } from '../model/row.ts';
import type { Words } from '../text/words.ts';

/** The rows of a view, by id. */
export interface Rows {
  ids(): readonly string[];
  row(id: string): Row | undefined;
}

/** A view with a list of rows, several of which can be selected. */
export class TreeView implements Disposable {
  readonly #store = new DisposableStore();
  readonly #changes = this.#store.add(new vscode.EventEmitter<string[] | undefined>());
  readonly #view: vscode.TreeView<string>;

  constructor(viewId: string, rows: Rows) {
    const treeDataProvider: vscode.TreeDataProvider<string> = {
      onDidChangeTreeData: this.#changes.event,
      getChildren: (parent) => (parent === undefined ? [...rows.ids()] : []),
      getTreeItem: (id) => itemOf(id, rows.row(id)),
    };
    this.#view = this.#store.add(
      vscode.window.createTreeView(viewId, { treeDataProvider, canSelectMany: true }),
    );
  }

  /** Draws these rows anew, or with `undefined` all of them, in their order. */
  redraw(ids: readonly string[] | undefined): void {
    this.#changes.fire(ids && [...ids]);
  }

  /** The number on the view's icon, with what it means; none for 0. */
  setBadge(value: number, tooltip: Words): void {
    this.#view.badge = value === 0 ? undefined : { value, tooltip };
  }

  dispose(): void {
    this.#store.dispose();
  }
}

function itemOf(id: string, row: Row | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(row?.label ?? '');
  if (row === undefined) return item;
  item.id = id;
  item.description = row.description;
  item.tooltip = row.tooltip;
  item.accessibilityInformation = { label: row.spoken };
  item.iconPath = themeIcon(row.icon);
  item.contextValue = row.contextValue;
  if (row.onClick !== undefined) item.command = row.onClick;
  return item;
}

function themeIcon({ id, color }: RowIcon): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));
}
