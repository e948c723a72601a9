import assert from 'node:assert/strict';
import { otherWriting } from '../../support/otherDialect.ts';
import { OtherDialectServer } from '../../support/otherDialectServer.ts';
import { decodedFile } from '../../support/service/decodedImage.ts';
import { StandaloneService } from '../../support/service/standalone.ts';
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

  it('sets a key, sees the balance, and converts files there', async () => {
    await workbench.storeKey();
    await workbench.status(/Free · 50 credits left/);
    await workbench.convert(['coffee.jpg'], 'webp');
    await workbench.notifications.answer('Upload');
    await workbench.notifications.read(/^Saved coffee\.webp.* · 1 credit\.$/);
    assert.equal((await decodedFile(workbench.file('coffee.webp'))).format, 'WEBP');
  });
});
