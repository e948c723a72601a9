/** The id of the extension, which is the host of its addresses. */
const extensionId = 'file-utility-network.file-utility-network';

/** The redirect addresses of the official VS Code builds. */
export const vscodeRedirects = [
  `vscode://${extensionId}/signed-in`,
  `vscode-insiders://${extensionId}/signed-in`,
] as const;

/**
 * True if a sign-in may redirect to an address. It must be in the list, except for what VS Code adds: the number of the
 * window and, in a browser, the folder of its version and parameters with the prefix `vscode-`.
 */
export function isAllowedRedirect(value: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const parameters = [...url.searchParams];
  // Each value is checked, because VS Code might use any of several with the same name.
  const own = parameters.filter(([name, text]) => !isAddedByEditor(name, text));
  if (own.length < parameters.length) url.search = new URLSearchParams(own).toString();
  url.pathname = url.pathname.replace(/\/[a-z]{1,20}-[\da-f]{40}(?=\/callback$)/, '');
  return allowed.includes(url.href);
}

function isAddedByEditor(name: string, text: string): boolean {
  if (name === 'windowId') return /^(?:\d{1,9}|_blank)$/.test(text);
  // VS Code passes the answer on to this extension.
  if (name === 'vscode-authority') return text === extensionId;
  return name.startsWith('vscode-');
}
