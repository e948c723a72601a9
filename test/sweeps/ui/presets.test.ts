import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { inspect } from '../../support/service/raster.ts';
import { rowCalled } from '../../support/workbench/text.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const submenu = 'Convert & Compress';

describe('A user with repeated tasks', () => {
  let workbench: Workbench;

  before(async () => {
    const presets = {
      Thumbnail: { target: 'webp', options: { width: 64 }, folder: 'thumbs', name: '${name}-${preset}' },
      Sound: { target: 'mp3' },
      Mistyped: { traget: 'png' },
    };
    const settings = { 'fileUtilityNetwork.presets': presets };
    workbench = await Workbench.open({
      name: 'presets',
      settings: { ...settings, 'fileUtilityNetwork.livePreview': false },
    });
  });

  after(() => workbench.close());

  const inFolder = (name: string): string => path.join(workbench.folder, name);
  const labels = async (): Promise<string[]> =>
    (await workbench.quickInput.read()).map(({ label }) => label.trim());
  const titled = async (title: string): Promise<unknown> =>
    eventually(
      () => workbench.quickInput.title(),
      (shown) => shown === title,
    );
  const widthOf = async (name: string): Promise<number> =>
    (await inspect(await readFile(inFolder(name)), 'webp')).width;

  it('finds matching presets first in the list, and sees which are invalid', async () => {
    const { quickInput } = workbench;
    await workbench.explorer.choose(['coffee.jpg'], submenu, 'Convert To…');
    const [first, second] = await labels();
    assert.deepEqual([first, second], ['Thumbnail', '“Mistyped” can’t be used: “traget” is unknown']);
    await workbench.screenshot('presets');
    await quickInput.choose('Thumbnail');
    await workbench.notifications.read(/^Saved coffee-Thumbnail\.webp(?:, \d+% smaller)?\.$/);
    assert.equal(await widthOf('thumbs/coffee-Thumbnail.webp'), 64);
  });

  it('saves the form’s options as a preset, and chooses it', async () => {
    const { quickInput, explorer, notifications } = workbench;
    await explorer.choose(['coffee.jpg'], submenu, 'Convert With Options…');
    await quickInput.pickFormat('webp');
    await quickInput.choose('Width (pixels)');
    await titled('Width (pixels)');
    await quickInput.submit('100');
    await rowCalled(quickInput.rows, 'Save as Preset…').click();
    await titled('Save as Preset');
    await quickInput.submit('Hundred');
    await notifications.read('Saved the preset “Hundred”.');
    await rowCalled(quickInput.rows, 'Convert').waitFor();
    await quickInput.cancel();
    await explorer.choose(['balloons.png'], submenu, 'Convert To…');
    assert.ok((await labels()).slice(0, 3).includes('Hundred'));
    await quickInput.choose('Hundred');
    await notifications.read(/^Saved balloons\.webp(?:, \d+% smaller)?\.$/);
    assert.equal(await widthOf('balloons.webp'), 100);
  });

  it('changes a preset’s options for one run', async () => {
    const { quickInput } = workbench;
    await workbench.explorer.choose(['cat.png'], submenu, 'Convert With Options…');
    await quickInput.choose('Hundred');
    await rowCalled(quickInput.rows, 'Width (pixels)').waitFor();
    const row = (await quickInput.read()).find(({ label }) => label === 'Width (pixels)');
    assert.equal(row?.description, '100');
    await quickInput.choose('Width (pixels)');
    await titled('Width (pixels)');
    await quickInput.submit('50');
    await quickInput.choose('Convert');
    await workbench.notifications.read(/^Saved cat\.webp(?:, \d+% smaller)?\.$/);
    assert.equal(await widthOf('cat.webp'), 50);
  });

  it('repeats it with a key for the selection in the Explorer', async () => {
    await workbench.explorer.select('astronaut.avif', 'rocket.webp');
    await workbench.page.keyboard.press('Control+Alt+Shift+R');
    await workbench.explorer.row('astronaut.webp').waitFor();
    await eventually(
      async () => stat(inFolder('astronaut.webp')).catch(() => undefined),
      (found) => found !== undefined,
    );
    assert.equal(await widthOf('astronaut.webp'), 50);
  });

  it('repeats it from the menu, even after a reload', async () => {
    await workbench.reload();
    await workbench.explorer.choose(['cat-pan.gif'], submenu, 'Repeat Last Conversion');
    await workbench.notifications.read(/^Saved cat-pan\.webp(?:, \d+% smaller)?\.$/);
    assert.equal(await widthOf('cat-pan.webp'), 50);
  });

  it('opens the settings from an invalid preset', async () => {
    await workbench.explorer.choose(['coffee.jpg'], submenu, 'Convert To…');
    await workbench.quickInput.choose('“Mistyped” can’t be used: “traget” is unknown');
    await workbench.page.locator('.settings-editor').waitFor();
    await workbench.screenshot('preset-setting');
  });
});
