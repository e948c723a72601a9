import * as vscode from 'vscode';

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
