import assert from 'node:assert/strict';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const title = 'File Utility Network: Check Connection';

describe('A user who checks the connection', () => {
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

  it('is asked for the key if none is stored', async () => {
    await workbench.runCommand(title);
    const question = /No API key is stored for 127\.0\.0\.1:\d+/;
    await workbench.notifications.read(question);
    await workbench.notifications.click(question, 'Set API Key');
    await workbench.quickInput.submitPassword(testKey);
    await workbench.quickInput.pick('Network first');
    await workbench.notifications.read(/is stored\./);
  });

  const look = async (): Promise<string[]> => {
    await workbench.runCommand(title);
    await workbench.quickInput.rows.filter({ hasText: 'Check Again' }).waitFor();
    const rows = await workbench.quickInput.read();
    return rows.map(({ label, description }) => [label, description].filter(Boolean).join(': '));
  };

  it('reads the server, latency, plan, credits, clock, and proxy, and pays nothing', async () => {
    const lines = await look();
    await workbench.screenshot('check-connection');
    assert.match(lines.join('\n'), /^Credits: 50 credits left · renew on .+ \d{4}, /m);
    assert.match(lines.join('\n'), /127\.0\.0\.1:\d+ can be reached: answered in [\d,]+ ms/);
    for (const line of [
      'The API key is accepted',
      'Plan: Free',
      'Clock: same as this computer',
      'Proxy: none',
    ]) {
      assert.ok(lines.includes(line), line);
    }
    await workbench.quickInput.cancel();
    const { json } = await service.api.call('/convert/entitlements/me');
    assert.equal(json?.['remainingCredits'], 50);
  });

  it('reads what is wrong if nobody answers, and the next steps', async () => {
    await service.stop();
    const lines = await look();
    assert.match(lines.join('\n'), /127\.0\.0\.1:\d+: The service can’t be reached\./);
    assert.ok(lines.includes('Set API Key…') && lines.includes('Set Up Network…'));
    await workbench.quickInput.cancel();
  });
});
