import * as vscode from 'vscode';

/** What a command of Source Control's menus was called for. */
export interface ScmArguments {
  /** Roots of repositories, as the title of one passes it. */
  readonly roots: readonly vscode.Uri[];
  /** Files, as rows and groups of them pass them. */
  readonly files: readonly vscode.Uri[];
}

/** Reads what Source Control's menus pass: a source control, groups, or one or more rows. The palette passes nothing. */
export function scmArguments(given: readonly unknown[]): ScmArguments {
  const roots: vscode.Uri[] = [];
  const files = new Map<string, vscode.Uri>();
  const addFile = (uri: unknown): void => {
    if (uri instanceof vscode.Uri) files.set(uri.toString(), uri);
  };
  for (const each of given) {
    const root = field(each, 'rootUri');
    if (root instanceof vscode.Uri) roots.push(root);
    addFile(field(each, 'resourceUri'));
    const rows = field(each, 'resourceStates');
    if (Array.isArray(rows)) for (const row of rows) addFile(field(row, 'resourceUri'));
  }
  return { roots, files: [...files.values()] };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
