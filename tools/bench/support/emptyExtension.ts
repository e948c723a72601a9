import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newFolder } from './pictures.ts';

const command = 'emptyExtension.pick';
const manifest = {
  name: 'empty-extension',
  displayName: 'Empty Extension',
  publisher: 'bench',
  version: '1.0.0',
  engines: { vscode: '^1.105.0' },
  main: './extension.cjs',
  activationEvents: ['onStartupFinished'],
  contributes: {
    commands: [{ command, title: 'Pick Nothing' }],
    menus: { 'explorer/context': [{ command }] },
  },
};
const code = `
const vscode = require('vscode');
exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.commands.registerCommand('${command}', () => vscode.window.showQuickPick(['Nothing'])),
  );
};
`;

/** The extension's names in the list of running extensions and in the menu of a file. */
export const emptyExtension = { title: manifest.displayName, menuItem: 'Pick Nothing' } as const;

/**
 * A folder with an extension that activates at the same time as ours and has one command, which shows a list with one
 * row.
 */
export async function makeEmptyExtension(): Promise<string> {
  const folder = path.join(await newFolder(), manifest.name);
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'extension.cjs'), code);
  return folder;
}
