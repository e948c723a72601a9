import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import type { RunningServer } from '../../../tools/conformance/servers/serverSource.ts';
import { alteredServers } from '../../support/conformance/alteredServers.ts';
import { eventually } from '../../support/eventually.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const page = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<!DOCTYPE html><h1>Welcome</h1>'),
};

describe('A user with a wrong network address', () => {
  let service: StandaloneService;
  let server: RunningServer;
  let workbench: Workbench;
  let isWebsite = true;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'pro']);
    const upstream = fixedServer(new URL(service.api.baseUrl), testKey);
    const servers = alteredServers(upstream, { answer: () => (isWebsite ? page : {}) });
    server = await servers.open({}, new AbortController().signal);
    workbench = await Workbench.open({
      name: 'wrong-address',
      settings: {
        'fileUtilityNetwork.baseUrl': server.baseUrl.href,
        'fileUtilityNetwork.runOn': 'networkOnly',
      },
    });
  });

  after(async () => {
    await workbench?.close();
    await server?.close();
    await service?.stop();
  });

  it('is told before the key is stored', async () => {
    await workbench.runCommand('File Utility Network: Set API Key…');
    await workbench.quickInput.submitPassword(testKey);
    await eventually(
      () => workbench.quickInput.message(),
      (message) => message.includes('The response isn’t from a File Utility Network service.'),
    );
    isWebsite = false;
    await workbench.quickInput.submitPassword(testKey);
    await workbench.notifications.read(/is stored\./);
  });

  it('is told about the address, and not about the file, when a web page answers', async () => {
    isWebsite = true;
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    await workbench.notifications.read(/The response isn’t from a File Utility Network service\./);
  });

  it('is told that nobody answers', async () => {
    await server.close();
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read(/The service can’t be reached\./);
    await workbench.screenshot('unreachable');
  });
});
