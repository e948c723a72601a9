import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, extensionId, formerCommands } from '../../src/manifest.ts';
import { root } from '../support/paths.ts';

/** The global properties in which undici stores the extension host's dispatcher, with their values. */
function dispatcherSlots(): unknown[] {
  return Object.getOwnPropertySymbols(globalThis)
    .filter((symbol) => symbol.description?.startsWith('undici.globalDispatcher'))
    .map((symbol) => [symbol.description, Reflect.get(globalThis, symbol)]);
}

describe('The extension', () => {
  it('activates and registers every command in its manifest, and former ones', async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    await extension?.activate();
    assert.equal(extension?.isActive, true);
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      [...Object.values(commands), ...Object.keys(formerCommands)].filter((id) => !registered.has(id)),
      [],
    );
  });

  it('loads the session’s code with the first command', async () => {
    const bundle = path.join(root, 'dist/session.cjs');
    assert.equal(bundle in require.cache, false);
    await vscode.commands.executeCommand(commands.removeEndedJobs);
    assert.equal(bundle in require.cache, true);
  });

  it('leaves the host’s global dispatcher as it was', async () => {
    const before = dispatcherSlots();
    await vscode.commands.executeCommand(commands.convert, vscode.Uri.file('/nothing/here.png'), [], {
      targetFormat: 'webp',
    });
    assert.deepEqual(dispatcherSlots(), before);
  });
});
