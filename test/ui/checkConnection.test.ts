import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { StandaloneService, testKey } from '../support/service/standalone.ts';
import { Workbench } from '../support/workbench/workbench.ts';

const title = 'File Utility Network: Check Connection';

describe('Checking the connection, a person', () => {
  let service: StandaloneService;
  let workbench: Workbench;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'free']);
    workbench = await Workbench.open({
      name: 'check-connection',
      settings: { 'fileUtilityNetwork.baseUrl': service.api.baseUrl },
    });
  });

  after(async () => {
    await workbench?.close();
    await service?.stop();
  });

  it('is asked for the key while none is stored', async () => {
    await workbench.runCommand(title);
    const question = /No API key is stored for 127\.0\.0\.1:\d+/;
    await workbench.notifications.read(question);
    await workbench.notifications.click(question, 'Set API Key');
    await workbench.quickInput.submitPassword(testKey);
    await workbench.notifications.read(/is stored\./);
  });

  it('reads what was seen in a document that can’t be edited, and has paid nothing', async () => {
    await workbench.runCommand(title);
    const editor = workbench.page.locator('.monaco-editor[data-uri$="connection.md"]');
    await editor.waitFor();
    const text = await eventually(
      () => editor.locator('.view-lines').innerText(),
      (lines) => lines.includes('passed'),
    );
    assert.match(text, /The.service.answers.as.its.documentation.says\./);
    assert.match(text, /\d+.passed,.0.failed,.\d+.could.not.be.observed/);
    assert.ok(!text.includes(testKey));
    await workbench.screenshot('check-connection');
    await editor.click();
    await workbench.page.keyboard.type('x');
    await workbench.page.locator('.monaco-editor-overlaymessage').waitFor();
    const { json } = await service.api.call('/convert/entitlements/me');
    assert.equal(json?.['remainingCredits'], 50);
  });
});
