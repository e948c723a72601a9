import assert from 'node:assert/strict';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user who sets up the network', () => {
  let service: StandaloneService;
  let workbench: Workbench;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'free']);
    workbench = await Workbench.open({ name: 'set-up-network' });
  });

  after(async () => {
    await workbench?.close();
    await service?.stop();
  });

  const atStep = (step: number, words: string): Promise<void> =>
    workbench.quickInput.titled(new RegExp(`${words}.*\\(${step}/5\\)`));
  const setUp = async (): Promise<void> => {
    await workbench.runCommand('File Utility Network: Set Up Network…');
    await atStep(1, 'address');
  };

  it('starts in the empty view, corrects answers that are refused at once, and goes back', async () => {
    const { quickInput, jobs } = workbench;
    await jobs.open();
    await jobs.row('Set Up Network…').click();
    await atStep(1, 'address');
    await quickInput.submit('files.example');
    await quickInput.says('Enter a full address');
    await quickInput.submit('http://127.0.0.1:9/');
    await quickInput.says('The service can’t be reached.');
    await quickInput.submit(service.api.baseUrl);
    await atStep(2, 'account page');
    await quickInput.submit('https://account.example/keys');
    await atStep(3, 'API key');
    await quickInput.submitPassword('a-wrong-key');
    await quickInput.says('rejected the API key');
    await quickInput.goBack();
    await atStep(2, 'account page');
    assert.equal(await quickInput.input.inputValue(), 'https://account.example/keys');
    await quickInput.input.press('Enter');
    await atStep(3, 'API key');
    await quickInput.submitPassword(testKey);
    await atStep(4, 'connection to 127\\.0\\.0\\.1');
    const lines = await quickInput.read();
    assert.ok(lines.some(({ description }) => description.startsWith('50 credits left · renew on ')));
    await quickInput.choose('Continue');
    await atStep(5, 'where to convert');
    await quickInput.pick('This computer first');
    await workbench.notifications.read(/^Files that this computer can’t convert go to 127\.0\.0\.1:\d+/);
  });

  it('keeps the stored key when setting up the network again', async () => {
    const { quickInput } = workbench;
    await setUp();
    await quickInput.input.press('Enter');
    await atStep(2, 'account page');
    await quickInput.input.press('Enter');
    await atStep(3, 'API key');
    await quickInput.says('Leave empty to keep the key');
    await quickInput.input.press('Enter');
    await atStep(4, 'connection');
    await quickInput.input.press('Enter');
    await atStep(5, 'where to convert');
    await quickInput.pick('Network first');
    await workbench.notifications.read(/Files now go to 127\.0\.0\.1:\d+ and cost credits\./);
  });

  it('isn’t led to the account page of this network when setting up another one', async () => {
    const { quickInput } = workbench;
    const other = await StandaloneService.start(['--plan', 'free']);
    try {
      await setUp();
      await quickInput.submit(other.api.baseUrl);
      await atStep(2, 'account page');
      assert.equal(await quickInput.input.inputValue(), '');
      await quickInput.cancel();
      // Nothing changes if it is canceled.
      assert.equal((await workbench.readSettings())['fileUtilityNetwork.baseUrl'], `${service.api.baseUrl}/`);
    } finally {
      await other.stop();
    }
  });
});
