/** The redirect addresses of the official VS Code builds. */
export const editorRedirects = [
  'vscode://file-utility-network.file-utility-network/signed-in',
  'vscode-insiders://file-utility-network.file-utility-network/signed-in',
] as const;

/**
 * True if a sign-in may redirect to an address. It must be in the list, except for parameters that VS Code adds: the
 * number of the window and, in a browser, parameters with the prefix `vscode-`.
 */
export function isAllowedRedirect(value: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  for (const [name, text] of new URL(value).searchParams) {
    if ((name === 'windowId' && /^(?:\d{1,9}|_blank)$/.test(text)) || name.startsWith('vscode-'))
      url.searchParams.delete(name);
  }
  return allowed.includes(url.href);
}
