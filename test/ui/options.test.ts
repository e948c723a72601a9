import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { document } from '../support/service/fixtures.ts';
import { decodedFile } from '../support/service/decodedImage.ts';
import { rowCalled } from '../support/workbench/text.ts';
import { Workbench } from '../support/workbench/workbench.ts';

describe('A user with special requirements', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({
      name: 'options',
      files: { 'locked.pdf': await readFile(document('encrypted.pdf')) },
      settings: { 'fileUtilityNetwork.livePreview': false },
    });
  });

  after(() => workbench?.close());

  /** The value of an option in the form, once the form is shown again after the list of values. */
  const valueOf = async (option: string): Promise<string | undefined> => {
    const { quickInput } = workbench;
    await rowCalled(quickInput.rows, 'Convert').waitFor();
    // VS Code only draws visible rows.
    await quickInput.type(option);
    await rowCalled(quickInput.rows, option).waitFor();
    const rows = await quickInput.read();
    await quickInput.type('');
    return rows.find(({ label }) => label === option)?.description;
  };

  /** Opens the values of an option. Typing before the option's box is open would go to the form. */
  async function openOption(option: string): Promise<void> {
    await workbench.quickInput.pick(option);
    await workbench.quickInput.titled(option);
  }

  async function openForm(name: string, target: string): Promise<void> {
    await workbench.choose([name], 'Convert With Options…');
    await workbench.quickInput.pickFormat(target);
  }

  it('sets options, one of them after a refused value, and gets a result that complies', async () => {
    const { quickInput } = workbench;
    await openForm('coffee.jpg', 'webp');
    assert.equal(await valueOf('Width (pixels)'), 'Unchanged (default)');
    await openOption('Width (pixels)');
    await quickInput.submit('0');
    await quickInput.says('Enter a valid value. A number from 1 to 16,383.');
    await quickInput.submit('120');
    await openOption('Metadata');
    await quickInput.choose('Remove all');
    assert.equal(await valueOf('Metadata'), 'Remove all');
    assert.equal(await valueOf('Width (pixels)'), '120');
    await quickInput.choose('Convert');
    await workbench.notifications.read('Saved coffee.webp');
    assert.equal((await decodedFile(workbench.file('coffee.webp'))).width, 120);
  });

  it('finds the last options of the pair, and restores the defaults', async () => {
    const { quickInput } = workbench;
    await openForm('coffee.jpg', 'webp');
    assert.equal(await valueOf('Metadata'), 'Remove all');
    await quickInput.choose('Reset to Defaults');
    await rowCalled(quickInput.rows, 'Reset to Defaults').waitFor({ state: 'hidden' });
    assert.equal(await valueOf('Metadata'), 'Keep (default)');
    assert.equal(await valueOf('Width (pixels)'), 'Unchanged (default)');
    await quickInput.cancel();
  });

  it('goes back from a value to the form and from the form to the formats, and starts nothing by closing', async () => {
    const { quickInput } = workbench;
    await openForm('cat.png', 'webp');
    await openOption('Quality');
    await quickInput.goBack();
    assert.equal(await valueOf('Quality'), '90 (default)');
    await quickInput.goBack();
    await quickInput.pickFormat('gif');
    await openOption('Number of colors');
    await quickInput.cancel();
    assert.equal(await valueOf('Number of colors'), '256 (default)');
    await quickInput.cancel();
    await quickInput.closed();
    assert.ok(!existsSync(workbench.file('cat.gif')));
  });

  it('enters the password of a locked file from the message, and the job resumes', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.convert(['locked.pdf'], 'txt');
    await notifications.click(/^locked\.pdf: The file is password-protected\./, 'Enter Password…');
    await quickInput.submitPassword('wrong');
    await notifications.click(/^locked\.pdf: The password is incorrect\./, 'Enter Password…');
    await quickInput.submitPassword('opened');
    await notifications.read('Saved locked.txt.');
    assert.match(await readFile(workbench.file('locked.txt'), 'utf8'), /Grüße/);
  });

  it('enters a password in the form, where it stays hidden', async () => {
    const { quickInput } = workbench;
    await openForm('locked.pdf', 'txt');
    await openOption('File password');
    await quickInput.submitPassword('opened');
    assert.equal(await valueOf('File password'), '••••••');
    await quickInput.choose('Convert');
    await workbench.notifications.read('Saved locked (1).txt.');
    assert.match(await readFile(workbench.file('locked (1).txt'), 'utf8'), /Grüße/);
  });
});
