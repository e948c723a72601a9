import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.ts';
import { decodedFile } from '../../support/service/decodedImage.ts';
import { rowCalled } from '../../support/workbench/text.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user with repeated tasks', () => {
  let workbench: Workbench;

  before(async () => {
    const presets = {
      Thumbnail: { target: 'webp', options: { width: 64 }, folder: 'thumbs', name: '${name}-${preset}' },
      Mistyped: { traget: 'png' },
    };
    workbench = await Workbench.open({
      name: 'presets',
      settings: { 'fileUtilityNetwork.presets': presets, 'fileUtilityNetwork.livePreview': false },
    });
  });

  after(() => workbench?.close());

  /** Waits until a conversion has saved a picture of this width. */
  const saved = async (name: string, width: number): Promise<void> => {
    await workbench.notifications.read(`Saved ${name.split('/').at(-1)}`);
    assert.equal((await decodedFile(workbench.file(name))).width, width);
  };
  it('finds matching presets first in the list, and opens the settings from an invalid one', async () => {
    const { quickInput, page } = workbench;
    const invalid = '“Mistyped” can’t be used: “traget” is unknown';
    await workbench.choose(['coffee.jpg'], 'Convert To…');
    const [first, second] = (await quickInput.read()).map(({ label }) => label.trim());
    assert.deepEqual([first, second], ['Thumbnail', invalid]);
    await quickInput.choose('Thumbnail');
    await saved('thumbs/coffee-Thumbnail.webp', 64);
    await workbench.choose(['coffee.jpg'], 'Convert To…');
    await quickInput.choose(invalid);
    await page.locator('.settings-editor').waitFor();
    await workbench.closeModalEditor();
  });

  it('changes a preset’s options for one run', async () => {
    const { quickInput } = workbench;
    await workbench.choose(['cat.png'], 'Convert With Options…');
    await quickInput.choose('Thumbnail');
    await rowCalled(quickInput.rows, 'Width (pixels)').click();
    await quickInput.titled('Width (pixels)');
    await quickInput.submit('50');
    await quickInput.choose('Convert');
    await saved('thumbs/cat-Thumbnail.webp', 50);
  });

  it('repeats it from the menu, even after a reload', async () => {
    await workbench.reload();
    // The menu has this entry once the extension is active.
    await eventually(
      () => workbench.explorer.menuLabels(['cat-pan.gif'], 'Convert & Compress'),
      (labels) => labels.includes('Repeat Last Conversion'),
    );
    await workbench.choose(['cat-pan.gif'], 'Repeat Last Conversion');
    await saved('thumbs/cat-pan-Thumbnail.webp', 50);
  });
});
