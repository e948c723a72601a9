import * as vscode from 'vscode';

/** A file of a person's desktop that has no path here, because VS Code works on another computer than that. */
export interface StrayFile {
  readonly name: string;
  readonly data: () => PromiseLike<Uint8Array>;
}

/** What is dropped on a view. */
export interface Drop {
  /** The row that it is dropped on; `undefined` beside the rows. */
  readonly target: string | undefined;
  readonly uris: readonly vscode.Uri[];
  readonly strays: readonly StrayFile[];
}

/** How rows are dragged elsewhere, and what is done with files that are dropped on them. */
export interface DragAndDrop {
  /** The files that rows stand for. */
  readonly filesOf: (rows: readonly string[]) => readonly vscode.Uri[];
  readonly onDrop: (drop: Drop) => Promise<void>;
}

const uriList = 'text/uri-list';

/** Tells VS Code how to drag the rows of a view and what to drop on them. */
export function dragAndDropController(
  viewId: string,
  content: () => Promise<DragAndDrop>,
): vscode.TreeDragAndDropController<string> {
  // What VS Code adds to rows of this view that are dragged.
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
      const strays = located.length > 0 ? [] : files;
      if (located.length + strays.length === 0) return;
      const { onDrop } = await content();
      await onDrop({ target, uris: located, strays });
    },
  };
}

/** The URIs in a list of them as RFC 2483 has it, with comments in lines of their own. */
function urisIn(list: string): vscode.Uri[] {
  const lines = list.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => vscode.Uri.parse(line));
}
