import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../support/eventually.ts';
import { document, media } from '../support/service/fixtures.ts';
import { decodedFile } from '../support/service/decodedImage.ts';
import { rowCalled } from '../support/workbench/text.ts';
import { Workbench } from '../support/workbench/workbench.ts';

describe('A user with special requirements', () => {
  let workbench: Workbench;

  before(async () => {
    const files = {
      'locked.pdf': await readFile(document('encrypted.pdf')),
      'tone.flac': await readFile(media('tone.flac')),
    };
    workbench = await Workbench.open({
      name: 'options',
      files,
      settings: { 'fileUtilityNetwork.livePreview': false },
    });
  });

  after(() => workbench.close());

  const inFolder = (name: string): string => path.join(workbench.folder, name);
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

  /** Opens the values of an option. */
  async function openOption(option: string): Promise<void> {
    await workbench.quickInput.pick(option);
    // Typing before the option's box is open would go to the form.
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === option,
    );
  }

  async function openForm(name: string, target: string): Promise<void> {
    await workbench.explorer.choose([name], 'Convert & Compress', 'Convert With Options…');
    await workbench.quickInput.pickFormat(target);
  }

  it('sets an option, and gets a result that complies', async () => {
    const { quickInput } = workbench;
    await openForm('coffee.jpg', 'webp');
    assert.equal(await valueOf('Width (pixels)'), 'Unchanged (default)');
    const width = rowCalled(quickInput.rows, 'Width (pixels)');
    await width.getByText('Width to fit the image to').waitFor();
    await openOption('Width (pixels)');
    await quickInput.submit('0');
    await eventually(
      () => quickInput.message(),
      (message) => message === 'Enter a valid value. A number from 1 to 16,383.',
    );
    await quickInput.submit('120');
    await openOption('Metadata');
    await quickInput.choose('Remove all');
    assert.equal(await valueOf('Quality'), '90 (default)');
    assert.equal(await valueOf('Metadata'), 'Remove all');
    assert.equal(await valueOf('Width (pixels)'), '120');
    await workbench.screenshot('options');
    await quickInput.choose('Convert');
    await workbench.notifications.read(/^Saved coffee\.webp(?:, \d+% smaller)?\.$/);
    assert.equal((await decodedFile(inFolder('coffee.webp'))).width, 120);
  });

  it('finds the last options of the pair, and restores the defaults', async () => {
    const { quickInput } = workbench;
    await openForm('coffee.jpg', 'webp');
    assert.equal(await valueOf('Metadata'), 'Remove all');
    assert.equal(await valueOf('Width (pixels)'), '120');
    await quickInput.choose('Reset to Defaults');
    await rowCalled(quickInput.rows, 'Reset to Defaults').waitFor({ state: 'hidden' });
    assert.equal(await valueOf('Metadata'), 'Keep (default)');
    assert.equal(await valueOf('Width (pixels)'), 'Unchanged (default)');
    await quickInput.cancel();
    await openForm('coffee.jpg', 'avif');
    assert.equal(await valueOf('Metadata'), 'Keep (default)');
    await quickInput.cancel();
  });

  it('goes back from a value to the form and from the form to the formats with the mouse', async () => {
    const { quickInput } = workbench;
    await openForm('cat.png', 'webp');
    await openOption('Quality');
    await quickInput.goBack();
    assert.equal(await valueOf('Quality'), '90 (default)');
    await openOption('Lossless');
    await quickInput.goBack();
    await rowCalled(quickInput.rows, 'Convert').waitFor();
    await quickInput.goBack();
    await quickInput.pickFormat('gif');
    assert.equal(await valueOf('Number of colors'), '256 (default)');
    await quickInput.cancel();
    await quickInput.widget.waitFor({ state: 'hidden' });
  });

  it('chooses a codec by its name', async () => {
    const { quickInput } = workbench;
    await openForm('tone.flac', 'ogg');
    await openOption('Codec');
    await quickInput.choose('Opus');
    assert.equal(await valueOf('Codec'), 'Opus');
    await workbench.screenshot('codec');
    await quickInput.choose('Convert');
    await workbench.notifications.read(/^Saved tone\.ogg(?:, \d+% smaller)?\.$/);
    assert.ok((await readFile(inFolder('tone.ogg'))).includes('OpusHead'));
  });

  it('enters the password of a locked file from the message, and the job resumes', async () => {
    const { quickInput } = workbench;
    await workbench.explorer.choose(['locked.pdf'], 'Convert & Compress', 'Convert To…');
    await quickInput.pickFormat('txt');
    await workbench.notifications.read(/^locked\.pdf: The file is password-protected\./);
    await workbench.screenshot('locked');
    await workbench.notifications.click(/^locked\.pdf/, 'Enter Password…');
    await quickInput.submitPassword('wrong');
    await workbench.notifications.read(/^locked\.pdf: The password is incorrect\./);
    await workbench.notifications.click(/is incorrect/, 'Enter Password…');
    await quickInput.submitPassword('opened');
    await workbench.notifications.read('Saved locked.txt.');
    assert.match(await readFile(inFolder('locked.txt'), 'utf8'), /Grüße/);
  });

  it('enters a password in the form, where it stays hidden', async () => {
    const { quickInput } = workbench;
    await openForm('locked.pdf', 'txt');
    await openOption('File password');
    await quickInput.submitPassword('opened');
    assert.equal(await valueOf('File password'), '••••••');
    await quickInput.choose('Convert');
    await workbench.notifications.read('Saved locked (1).txt.');
    assert.match(await readFile(inFolder('locked (1).txt'), 'utf8'), /Grüße/);
  });

  it('starts nothing by closing the form', async () => {
    const { quickInput } = workbench;
    await openForm('cat.png', 'avif');
    await openOption('Quality');
    await quickInput.cancel();
    assert.equal(await valueOf('Quality'), '70 (default)');
    await quickInput.cancel();
    await quickInput.widget.waitFor({ state: 'hidden' });
    await assert.rejects(readFile(inFolder('cat.avif')), { code: 'ENOENT' });
  });
});
