import * as vscode from 'vscode';

/** Puts a text into the clipboard, as it is. */
export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
}

/**
 * The text that a command of VS Code copies; that of the clipboard is put back. Empty where the clipboard can't be read, as in
 * a browser that was told not to.
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
