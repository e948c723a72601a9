import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const title = 'File Utility Network: Set Up Network…';

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

  const atStep = async (step: number, words: RegExp): Promise<void> => {
    await eventually(
      () => workbench.quickInput.title(),
      (text) => text.includes(`(${step}/5)`) && words.test(text),
    );
  };
  const expectMessage = async (words: string): Promise<void> => {
    await eventually(
      () => workbench.quickInput.message(),
      (message) => message.includes(words),
    );
  };
  /** The title of the list of formats, which names the usual service. */
  const listTitle = async (): Promise<string> => {
    await workbench.page.keyboard.press('Control+Shift+E');
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.read();
    const shown = await workbench.quickInput.title();
    await workbench.quickInput.cancel();
    return shown;
  };

  it('finds the start in the empty view, and cancels without a change', async () => {
    const { quickInput } = workbench;
    await workbench.viewContainer('Convert & Compress').open();
    await workbench.page.getByRole('treeitem', { name: 'Set Up Network…' }).click();
    await atStep(1, /address/);
    await quickInput.submit(service.api.baseUrl);
    await atStep(2, /account page/);
    await quickInput.cancel();
    await quickInput.widget.waitFor({ state: 'hidden' });
    assert.equal(await listTitle(), 'Convert coffee.jpg to');
  });

  it('reads at once that an address is invalid or not the network’s', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand(title);
    await atStep(1, /address/);
    await quickInput.submit('files.example');
    await expectMessage('Enter a full address');
    await quickInput.submit('http://127.0.0.1:9/');
    await expectMessage('The service can’t be reached.');
    await workbench.screenshot('set-up-address');
    await quickInput.submit(service.api.baseUrl);
  });

  it('moves between account page and key, which is checked', async () => {
    const { quickInput } = workbench;
    await atStep(2, /account page/);
    await quickInput.submit('nowhere');
    await expectMessage('Enter a full address');
    await quickInput.goBack();
    await atStep(1, /address/);
    assert.equal(await quickInput.input.inputValue(), `${service.api.baseUrl}/`);
    await quickInput.submit(service.api.baseUrl);
    await atStep(2, /account page/);
    await quickInput.submit('https://account.example/keys');
    await atStep(3, /API key/);
    await quickInput.submitPassword('a-wrong-key');
    await expectMessage('rejected the API key');
    await quickInput.submitPassword(testKey);
  });

  it('sees the result, chooses where to convert, and is done', async () => {
    const { quickInput, notifications } = workbench;
    await atStep(4, /connection to 127\.0\.0\.1/);
    const lines = await quickInput.read();
    assert.ok(lines.some(({ label, description }) => label === 'Plan' && description === 'Free'));
    assert.ok(lines.some(({ description }) => description.startsWith('50 credits left · renew on ')));
    await workbench.screenshot('set-up-check');
    await quickInput.choose('Continue');
    await atStep(5, /where to convert/);
    await workbench.screenshot('set-up-place');
    await quickInput.pick('This computer first');
    await notifications.read(
      /^Files that this computer can’t convert go to 127\.0\.0\.1:\d+ and cost credits\./,
    );
    assert.equal(
      await listTitle(),
      'Convert coffee.jpg to · This computer · or on the network, ≥ 1 credit a file',
    );
  });

  it('keeps the stored key when setting up the network again', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.runCommand(title);
    await atStep(1, /address/);
    await quickInput.input.press('Enter');
    await atStep(2, /account page/);
    assert.equal(await quickInput.input.inputValue(), 'https://account.example/keys');
    await quickInput.input.press('Enter');
    await atStep(3, /API key/);
    await expectMessage('Leave empty to keep the key');
    await quickInput.input.press('Enter');
    await atStep(4, /connection/);
    await quickInput.input.press('Enter');
    await atStep(5, /where to convert/);
    await quickInput.pick('Network first');
    await notifications.read(/Files now go to 127\.0\.0\.1:\d+ and cost credits\./);
    assert.equal(
      await listTitle(),
      'Convert coffee.jpg to · Network, ≥ 1 credit a file · or on this computer',
    );
  });

  it('isn’t led to the account page of this network when setting up another one', async () => {
    const { quickInput } = workbench;
    const other = await StandaloneService.start(['--plan', 'free']);
    try {
      await workbench.runCommand(title);
      await atStep(1, /address/);
      await quickInput.submit(other.api.baseUrl);
      await atStep(2, /account page/);
      assert.equal(await quickInput.input.inputValue(), '');
      await quickInput.cancel();
    } finally {
      await other.stop();
    }
  });
});
