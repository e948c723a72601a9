import * as vscode from 'vscode';
import type { Disposable } from '../../util/disposable.ts';
import { lineLimit, plainText } from '../../util/plainText.ts';
import { type contextKeys, extensionId } from '../../manifest.ts';
import { english, speak } from '../text/safeText.ts';

/**
 * The extension's log, which VS Code shows in the Output view and writes to a file. It is for troubleshooting, so it
 * isn't translated. Each entry is one line of at most 4 kB in plain characters, even if it contains external text.
 */
export class Log implements Disposable {
  readonly #channel = vscode.window.createOutputChannel('File Utility Network', { log: true });

  info(message: string): void {
    this.#channel.info(plainText(message, lineLimit));
  }

  error(message: string): void {
    this.#channel.error(plainText(message, lineLimit));
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

/** Sets VS Code's context keys, but only if their values change. */
export class ContextKeys {
  readonly #values = new Map<ContextKey, boolean>();

  set(key: ContextKey, value: boolean): void {
    if (this.#values.get(key) === value) return;
    this.#values.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}

export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
}

/**
 * The text that a VS Code command copies. Restores the clipboard's content afterwards. Returns an empty text if the
 * clipboard can't be read, as in a browser without permission.
 */
export async function copiedBy(command: string, ...given: readonly unknown[]): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  try {
    await clipboard.writeText('');
    await vscode.commands.executeCommand(command, ...given);
    return await clipboard.readText();
  } finally {
    await clipboard.writeText(before);
  }
}

/**
 * Sets the language of all texts to that of VS Code, or to English if there is no translation. Call this before
 * anything is shown.
 */
export function speakAsVsCode(): void {
  // Without translations, the numbers, lists, and plurals must be English, too, so that texts don't mix two languages.
  if (vscode.l10n.bundle === undefined) return speak(english);
  speak({
    tag: vscode.env.language,
    translate: ({ message, args, comment = [] }) => vscode.l10n.t({ message, args: [...args], comment }),
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
