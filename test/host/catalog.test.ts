import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/manifest.ts';
import { LocalService } from '../../src/service/host/localService.ts';
import { ApiKeys } from '../../src/vscode/apiKeys.ts';
import { Connections } from '../../src/vscode/connections.ts';
import { catalogSource } from '../../src/vscode/offers.ts';
import { eventually } from '../support/eventually.ts';
import { childrenOf, commandLineOf, isRunning } from '../support/service/processes.ts';
import { memorySecrets } from './memorySecrets.ts';
import { Sandbox } from './sandbox.ts';

const log = (): void => {};

describe('The list of what this computer does', () => {
  it('is there for a menu though the local service can not be started', async () => {
    const local = new LocalService({ scriptPath: '/nowhere/localService.cjs', log });
    const connections = new Connections(local, new ApiKeys(memorySecrets()), log);
    const { conversions } = await catalogSource(connections, local, '1').load('local');
    assert.ok(conversions.some(({ from, to }) => from === 'png' && to === 'webp'));
    connections.dispose();
    local.dispose();
  });

  it('lets the local service start while a person chooses', async function () {
    // Its processes are found by what Linux tells of them.
    if (process.platform !== 'linux') this.skip();
    for (const pid of services()) process.kill(pid);
    await eventually(services, (running) => running.length === 0);
    const sandbox = await Sandbox.create();
    const chosen = vscode.commands.executeCommand(commands.convert, await sandbox.add('sample/cat.png'));
    await eventually(services, (running) => running.length > 0);
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.deepEqual(await chosen, []);
    await sandbox.remove();
  });
});

function services(): number[] {
  return childrenOf(process.pid).filter((pid) => isRunning(pid) && commandLineOf(pid).includes('embedded'));
}
