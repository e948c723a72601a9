import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from '../../../test/support/lock.ts';
import { cache } from '../../../test/support/paths.ts';
import { ensureServerAndBrowser } from '../../../test/support/vscode/provide.ts';
import { install } from '../../../test/support/workbench/install.ts';
import { extensionsVariable, Workbench } from '../../../test/support/workbench/workbench.ts';
import { newFolder } from './files.ts';

const ourTitle = 'File Utility Network';
const emptyTitle = 'Empty Extension';
const emptyPick = 'Pick Nothing';
const command = 'emptyExtension.pick';
const manifest = {
  name: 'empty-extension',
  displayName: emptyTitle,
  publisher: 'bench',
  version: '1.0.0',
  engines: { vscode: '^1.105.0' },
  main: './extension.cjs',
  activationEvents: ['onStartupFinished'],
  contributes: {
    commands: [{ command, title: emptyPick }],
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

/** The labels of the menu items that open the lists of both extensions. */
export const menuLabels = { ours: ['Convert & Compress', 'Convert To…'], empty: [emptyPick] } as const;

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

/** Runs `work` in a workbench with the packaged extension and an empty one. */
export async function withBothExtensions<T>(
  name: string,
  work: (workbench: Workbench) => Promise<T>,
): Promise<T> {
  await ensureServerAndBrowser();
  return withLock('ui', async () => {
    const installed = await install(path.join(cache, 'bench'));
    process.env[extensionsVariable] = installed;
    const workbench = await Workbench.open({
      name: `bench-${name}`,
      extensions: [await makeEmptyExtension()],
    });
    try {
      return await work(workbench);
    } finally {
      await workbench.close();
      await rm(installed, { recursive: true, force: true });
    }
  });
}

/** The time that our extension and the empty one took to load and activate, in ms, as reported by the workbench. */
export async function activationMs(workbench: Workbench): Promise<{ ours: number; empty: number }> {
  await workbench.runCommand('Developer: Show Running Extensions');
  const timeOf = async (title: string): Promise<number> => {
    const name = workbench.page.locator('.name', { hasText: title });
    const time = workbench.page
      .locator('.runtime-extensions-editor .extension')
      .filter({ has: name })
      .locator('.activation-time', { hasText: /\d ?ms/ });
    return Number(/(\d+) ?ms/.exec(await time.innerText())?.[1]);
  };
  const times = { ours: await timeOf(ourTitle), empty: await timeOf(emptyTitle) };
  await workbench.closeModalEditor();
  return times;
}
