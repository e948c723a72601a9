import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { becomes, eventually } from '../../support/eventually.ts';
import { decodedFile } from '../../support/service/decodedImage.ts';
import { sample } from '../../support/service/fixtures.ts';
import { PictureTab } from '../../support/workbench/pictureTab.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const exact = /^[\d.,]+ [KM]B/;
/** An exact size that isn't the earlier one. */
const exactBut = (earlier: string): RegExp =>
  new RegExp(`^(?!${earlier.replaceAll(/[.()+]/g, '\\$&')}$)${exact.source.slice(1)}`);

describe('A user of the live preview', () => {
  let workbench: Workbench;
  let tab: PictureTab;

  before(async () => {
    const coffee = await readFile(sample('coffee.jpg'));
    const large = await sharp(coffee).resize(4000, 3000, { fit: 'fill' }).jpeg({ quality: 92 }).toBuffer();
    const presets = { Small: { target: 'jpg', options: { quality: 40, width: 800 } } };
    workbench = await Workbench.open({
      name: 'live-preview',
      files: { 'large.jpg': large },
      settings: { 'fileUtilityNetwork.presets': presets },
    });
    tab = new PictureTab(workbench.page);
  });

  after(() => workbench?.close());

  const open = async (files: readonly [string, ...string[]], command: string): Promise<void> => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.choose(files, command);
    await tab.pictures(2);
  };
  const isScaledTo = async (accept: (percent: number) => boolean): Promise<void> => {
    await eventually(
      async () => Number.parseInt((await tab.frame.locator('.scale').textContent()) ?? '', 10),
      accept,
    );
  };

  it('changes the quality by mouse and key, without writing a file', async () => {
    const before = readdirSync(workbench.folder);
    await open(['large.jpg', 'balloons.png'], 'Convert With Options…');
    const first = await tab.outcome(exact);
    const quality = tab.range('Quality');
    const box = await quality.boundingBox();
    assert.ok(box);
    await workbench.page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
    const lower = await tab.outcome(exactBut(first));
    assert.ok(Math.abs(Number(await quality.inputValue()) - 25) <= 4);
    await quality.focus();
    await workbench.page.keyboard.press('Home');
    await tab.outcome(exactBut(lower));
    assert.equal(await quality.inputValue(), '1');
    assert.deepEqual(readdirSync(workbench.folder), before);
  });

  it('zooms into a large photo with the wheel and buttons', async () => {
    await tab.radio('1:1').check({ force: true });
    await isScaledTo((percent) => percent === 100);
    await tab.button('Zoom In').click();
    await isScaledTo((percent) => percent === 150);
    await tab.frame.locator('.pane').first().hover();
    await workbench.page.keyboard.down('Control');
    await workbench.page.mouse.wheel(0, -240);
    await workbench.page.keyboard.up('Control');
    await isScaledTo((percent) => percent > 200);
    // The page itself doesn't grow with the zoomed picture.
    const grown = await tab.frame.locator('body').evaluate((body) => body.scrollHeight - body.clientHeight);
    assert.equal(grown, 0);
  });

  it('uses a preset, resets it, and steps to the next image', async () => {
    const width = tab.frame.getByRole('textbox', { name: 'Width (pixels)' });
    const isWide = async (expected: string): Promise<void> => {
      await becomes(() => width.inputValue(), expected);
    };
    await tab.choice('Preset').selectOption('Small');
    await isWide('800');
    assert.equal(await tab.choice('Format').inputValue(), 'jpg');
    await tab.button('Reset to Defaults').click();
    await isWide('');
    await tab.button('Next Image').click();
    await tab.remarks.filter({ hasText: /^Loses .*transparency/ }).waitFor();
  });

  it('has no axe-core findings in dark and high-contrast themes and at 200 % zoom', async () => {
    await tab.frame.getByText('More Options').click();
    await workbench.page.setViewportSize({ width: 640, height: 500 });
    for (const theme of ['Default Dark Modern', 'Default High Contrast']) {
      await workbench.updateSettings({ 'workbench.colorTheme': theme });
      await tab.pictures(2);
      assert.deepEqual(await tab.violations(), [], theme);
    }
    await tab.button('Apply to 1 File').scrollIntoViewIfNeeded();
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('compresses with a quality, after seeing the visually lossless result', async () => {
    await open(['coffee.jpg'], 'Compress With Options…');
    const usual = await tab.outcome(exact);
    assert.ok(await tab.frame.getByRole('checkbox', { name: /No visible loss/ }).isChecked());
    await tab.range('Quality').fill('30');
    const low = await tab.outcome(exactBut(usual));
    await tab.button('Apply to 1 File').click();
    await workbench.notifications.read(/Saved coffee-compressed\.jpg/);
    const { size } = await stat(workbench.file('coffee-compressed.jpg'));
    assert.match(low, new RegExp(`^${Math.round(size / 1024)} KB`));
  });

  it('resizes a photo in its own format, and shows its sizes and the height that follows from the width', async () => {
    await open(['coffee.jpg'], 'Convert With Options…');
    await tab.choice('Format').selectOption('jpg');
    await tab.frame.getByRole('textbox', { name: 'Width (pixels)' }).fill('300');
    await workbench.page.keyboard.press('Enter');
    await tab.frame.getByRole('row', { name: 'Image 600 × 400 pixels 300 × 200 pixels' }).waitFor();
    await tab.frame.getByRole('row', { name: /^Size 134 KB [\d.]+ KB \(-\d+%\)$/ }).waitFor();
    for (const label of ['Before: coffee.jpg', 'After: JPG'])
      await tab.frame.locator('.label:visible', { hasText: label }).waitFor();
    const height = tab.frame.getByRole('textbox', { name: 'Height (pixels)' });
    assert.equal(await height.getAttribute('placeholder'), 'Automatic: 200');
    await tab.button('Apply to 1 File').click();
    await workbench.notifications.read(/Saved coffee \(1\)\.jpg/);
    const { width, height: down } = await decodedFile(workbench.file('coffee (1).jpg'));
    assert.deepEqual([width, down], [300, 200]);
  });

  it('applies the options to all files', async () => {
    await open(['coffee.jpg', 'large.jpg'], 'Convert With Options…');
    await tab.choice('Format').selectOption('AVIF');
    await tab.frame.getByRole('textbox', { name: 'Width (pixels)' }).fill('120');
    await workbench.page.keyboard.press('Enter');
    await tab.outcome(exact);
    await tab.button('Apply to 2 Files').click();
    await workbench.notifications.read('Converted 2 files');
    for (const name of ['coffee.avif', 'large.avif']) {
      assert.equal((await decodedFile(workbench.file(name))).width, 120);
    }
  });

  it('saves the options as a preset, and gets the list for other formats', async () => {
    await open(['rocket.webp'], 'Convert With Options…');
    await tab.button('Save as Preset…').click();
    await workbench.quickInput.submit('From the preview');
    await workbench.notifications.read('Saved the preset “From the preview”.');
    await tab.choice('Format').selectOption('More Formats…');
    await workbench.quickInput.pickFormat('pdf');
    await workbench.quickInput.titled('Convert rocket.webp to PDF');
  });
});
