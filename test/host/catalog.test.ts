import assert from 'node:assert/strict';
import { LocalService } from '../../src/vscode/localService/localService.ts';
import { ApiKeys } from '../../src/vscode/network/apiKeys.ts';
import { Connections } from '../../src/vscode/network/connections.ts';
import { catalogSource } from '../../src/vscode/network/offers.ts';
import { memorySecrets } from './memorySecrets.ts';

const log = (): void => {};

describe('The catalog of the local service', () => {
  it('fills menus even if the local service can’t start', async () => {
    const local = new LocalService({ scriptPath: '/nowhere/localService.cjs', log });
    const connections = new Connections(local, new ApiKeys(memorySecrets()), log);
    const { conversions } = await catalogSource(connections, local, '1').load('local');
    assert.ok(conversions.some(({ from, to }) => from === 'png' && to === 'webp'));
    connections.dispose();
    local.dispose();
  });
});
