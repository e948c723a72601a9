import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { untrusted } from '../../support/workbench/untrusted.ts';
import type { ViewContainer } from '../../support/workbench/viewContainer.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('The empty Jobs view', () => {
  let service: StandaloneService;
  let workbench: Workbench;
  let jobs: ViewContainer;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'free']);
    workbench = await Workbench.open({
      name: 'empty-list',
      settings: {
        'fileUtilityNetwork.baseUrl': service.api.baseUrl,
        ...untrusted,
      },
    });
    jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
  });

  after(async () => {
    await workbench?.close();
    await service?.stop();
  });

  const says = async (words: RegExp, ...ways: string[]): Promise<void> => {
    await eventually(
      async () => ({ message: await jobs.message(), rows: (await jobs.read()).map(({ label }) => label) }),
      ({ message, rows }) =>
        words.test(message) && rows.join() === ['Convert Files…', 'Compress Files…', ...ways].join(),
    );
  };

  it('links to Workspace Trust if the workspace isn’t trusted', async () => {
    await says(/isn’t trusted.*never uploaded/, 'Manage Workspace Trust…');
    await workbench.screenshot('empty-untrusted');
    // VS Code ignores the row until it has decided whether it trusts the workspace.
    await workbench.page.locator('.statusbar').getByText('Restricted Mode').waitFor();
    await jobs.row('Manage Workspace Trust…').click();
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.closeModalEditor();
  });

  it('links to the missing API key', async () => {
    await says(/There is no API key for 127\.0\.0\.1/, 'Set API Key…');
    await workbench.screenshot('empty-no-key');
    await jobs.row('Set API Key…').click();
    await workbench.quickInput.submitPassword(testKey);
    await workbench.notifications.read(/is stored\./);
    await workbench.notifications.dismiss(/is stored\./);
    await says(/Nothing has been converted yet/, 'Set Up Network…');
  });

  it('reports an unreachable network, with links to the check and the setting', async () => {
    await service.stop();
    await workbench.reload();
    await jobs.open();
    await says(/127\.0\.0\.1:\d+ isn’t responding/, 'Check Connection', 'Choose Where to Convert…');
    await workbench.screenshot('empty-away');
    await jobs.row('Check Connection').click();
    assert.ok((await workbench.quickInput.read()).length > 0);
    await workbench.quickInput.cancel();
    await jobs.row('Choose Where to Convert…').click();
    await workbench.page.locator('[data-key="fileUtilityNetwork.runOn"]').waitFor();
    await workbench.closeModalEditor();
  });
});
