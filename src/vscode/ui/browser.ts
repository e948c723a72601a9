import * as vscode from 'vscode';
import { extensionId } from '../../manifest.ts';

/** Handles addresses of this extension that the browser opens, by their path and query. */
export function registerUriHandler(
  handle: (path: string, query: URLSearchParams) => Promise<void>,
): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async ({ path, query }) => handle(path, new URLSearchParams(query)),
  });
}

/** The address at which the browser reaches this extension in this window, on any computer. */
export async function addressForBrowser(path: string): Promise<string> {
  const own = vscode.Uri.parse(`${vscode.env.uriScheme}://${extensionId}${path}`);
  // If the address were encoded, the query that identifies the window would become part of its path.
  return (await vscode.env.asExternalUri(own)).toString(true);
}

/** Opens an address in the browser. False if the user doesn't want that. */
export async function openInBrowser(address: string): Promise<boolean> {
  // VS Code opens a text as it is. A Uri is decoded and encoded again, which breaks addresses within its query.
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the declared type lacks texts
  return vscode.env.openExternal(address as unknown as vscode.Uri);
}
