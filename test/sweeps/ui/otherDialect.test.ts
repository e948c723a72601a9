import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { extensionId, statusBarItems } from '../../../src/manifest.ts';
import { eventually } from '../../support/eventually.ts';
import { otherWriting } from '../../support/otherDialect.ts';
import { OtherDialectServer } from '../../support/otherDialectServer.ts';
import { inspect } from '../../support/service/raster.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user of a network with another dialect', () => {
  let service: StandaloneService;
  let server: OtherDialectServer;
  let workbench: Workbench;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'free']);
    server = await OtherDialectServer.start(service.api.baseUrl);
    workbench = await Workbench.open({
      name: 'other-dialect',
      settings: {
        'fileUtilityNetwork.baseUrl': server.baseUrl,
        'fileUtilityNetwork.service.dialect': otherWriting,
      },
    });
  });

  after(async () => {
    await workbench?.close();
    await server?.stop();
    await service?.stop();
  });

  it('sets a key and sees the balance', async () => {
    await workbench.runCommand('File Utility Network: Set API Key…');
    await workbench.quickInput.submitPassword(testKey);
    await workbench.quickInput.pick('Network first');
    await workbench.notifications.read(/is stored\./);
    const status = workbench.statusBarItem(`${extensionId}.${statusBarItems.main}`);
    await eventually(
      () => status.innerText(),
      (text) => /Free · 50 credits left/.test(text),
    );
  });

  it('converts and compresses files there', async () => {
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.answer('Upload');
    await workbench.notifications.read(/^Saved coffee\.webp(?:, \d+% smaller)? · 1 credit\.$/);
    await workbench.explorer.row('coffee.webp').waitFor();
    const output = await readFile(path.join(workbench.folder, 'coffee.webp'));
    assert.equal((await inspect(output, 'webp')).format, 'WEBP');
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read(/Saved coffee-compressed\.jpg, .* smaller · 1 credit\./);
  });
});
