import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { eventually } from '../../support/eventually.ts';
import { PictureTab } from '../../support/workbench/pictureTab.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const menu = 'Convert & Compress';
const isExact = (text: string): boolean => /^[\d.,]+ [KM]B/.test(text);

describe('A user of the live preview', () => {
  let workbench: Workbench;
  let tab: PictureTab;

  before(async () => {
    const coffee = await readFile('test/fixtures/sample/coffee.jpg');
    const large = await sharp(coffee).resize(4000, 3000, { fit: 'fill' }).jpeg({ quality: 92 }).toBuffer();
    const presets = { Small: { target: 'jpg', options: { quality: 40, width: 800 } } };
    workbench = await Workbench.open({
      name: 'live-preview',
      files: { 'large.jpg': large, 'broken.png': Buffer.from('no picture') },
      settings: { 'fileUtilityNetwork.presets': presets },
    });
    tab = new PictureTab(workbench.page);
  });

  after(() => workbench?.close());

  const open = async (files: readonly [string, ...string[]], command: string): Promise<void> => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.explorer.show();
    await workbench.explorer.choose(files, menu, command);
  };
  const outcome = async (isExpected: (text: string) => boolean): Promise<string> =>
    eventually(() => tab.outcome(), isExpected);
  const scale = async (): Promise<number> =>
    Number.parseInt((await tab.frame.locator('.scale').textContent()) ?? '', 10);

  it('changes the quality by mouse, and zooms into a large photo with the wheel and buttons', async () => {
    await open(['large.jpg', 'balloons.png'], 'Convert With Options…');
    await tab.pictures(2);
    const first = await outcome(isExact);
    const quality = tab.range('Quality');
    const box = await quality.boundingBox();
    assert.ok(box);
    await workbench.page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
    await outcome((text) => isExact(text) && text !== first);
    assert.ok(Math.abs(Number(await quality.inputValue()) - 25) <= 4);
    await tab.radio('1:1').check({ force: true });
    await eventually(scale, (percent) => percent === 100);
    await tab.button('Zoom In').click();
    await eventually(scale, (percent) => percent === 150);
    const sheet = tab.frame.locator('.pane').first();
    await sheet.hover();
    await workbench.page.keyboard.down('Control');
    await workbench.page.mouse.wheel(0, -240);
    await workbench.page.keyboard.up('Control');
    await eventually(scale, (percent) => percent > 200);
    // The page itself doesn't grow with the zoomed picture.
    const frame = await tab.frame.locator('body').evaluate((body) => body.scrollHeight - body.clientHeight);
    assert.equal(frame, 0);
    await workbench.screenshot('live-preview-zoomed');
  });

  it('compares side by side and as a difference, by keyboard alone', async () => {
    await tab.frame.locator('.pane').first().focus();
    const { keyboard } = workbench.page;
    await keyboard.press('2');
    await tab.pictures(2);
    const places = async (): Promise<string[]> =>
      tab.frame
        .locator('.pane')
        .evaluateAll((panes) => panes.map(({ scrollLeft, scrollTop }) => `${scrollLeft} ${scrollTop}`));
    await eventually(places, ([one, other]) => one === other && one !== '0 0');
    await workbench.screenshot('live-preview-side');
    await keyboard.press('3');
    assert.ok(await tab.radio('Difference').isChecked());
    await workbench.screenshot('live-preview-difference');
    await keyboard.press('4');
    await keyboard.press('1');
    await tab.choice('Lossless').focus();
    const before = await tab.outcome();
    await keyboard.press('ArrowUp');
    await outcome((text) => isExact(text) && text !== before);
    await keyboard.press('ArrowDown');
  });

  it('reads why a value is refused, and the result keeps the last one', async () => {
    const width = tab.textBox('Width (pixels)');
    await width.fill('0');
    await width.press('Enter');
    await tab.frame.getByText('Enter a valid value. A number from 1 to 16,383.').waitFor();
    assert.equal(await width.getAttribute('aria-invalid'), 'true');
    await width.fill('1000');
    await width.press('Enter');
    await eventually(
      () => width.getAttribute('aria-invalid'),
      (value) => value === 'false',
    );
  });

  it('uses a preset, resets it, and steps to the next image', async () => {
    await tab.choice('Preset').selectOption('Small');
    await eventually(
      () => tab.textBox('Width (pixels)').inputValue(),
      (value) => value === '800',
    );
    assert.equal(await tab.choice('Format').inputValue(), 'jpg');
    await tab.button('Reset to Defaults').click();
    await eventually(
      () => tab.textBox('Width (pixels)').inputValue(),
      (value) => value === '',
    );
    await tab.button('Next Image').click();
    await eventually(
      () => tab.remarks(),
      (remarks) => remarks.some((text) => /^Loses .*transparency/.test(text)),
    );
    await workbench.screenshot('live-preview-losses');
  });

  it('has no axe-core findings in three themes and at 200 % zoom', async () => {
    await tab.frame.getByText('More Options').click();
    for (const theme of ['Default Light Modern', 'Default Dark Modern', 'Default High Contrast']) {
      await workbench.updateSettings({ 'workbench.colorTheme': theme });
      await tab.pictures(2);
      assert.deepEqual(await tab.violations(), [], theme);
      await tab.range('Quality').focus();
      await workbench.screenshot(`live-preview-${theme.replaceAll(' ', '-')}`);
    }
    await workbench.page.setViewportSize({ width: 640, height: 500 });
    await tab.button('Apply to 1 File').scrollIntoViewIfNeeded();
    assert.deepEqual(await tab.violations(), []);
    await workbench.screenshot('live-preview-200');
    await tab.pictures(2);
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('leaves nothing behind when closing the tab', async () => {
    const folder = await tab.folder();
    await workbench.runCommand('View: Close All Editors');
    await eventually(
      () => existsSync(folder),
      (isThere) => !isThere,
    );
    assert.ok(!existsSync(path.join(workbench.folder, 'large.webp')));
  });

  it('compresses with a quality, after seeing the visually lossless result', async () => {
    await open(['coffee.jpg'], 'Compress With Options…');
    await tab.pictures(2);
    const usual = await outcome(isExact);
    assert.ok(await tab.frame.getByRole('checkbox', { name: /Visually lossless/ }).isChecked());
    await tab.range('Quality').fill('30');
    const low = await outcome((text) => isExact(text) && text !== usual);
    await workbench.screenshot('live-preview-compress');
    await tab.button('Apply to 1 File').click();
    await workbench.notifications.read(/Saved coffee-compressed\.jpg/);
    const { size } = await stat(path.join(workbench.folder, 'coffee-compressed.jpg'));
    assert.match(low, new RegExp(`^${Math.round(size / 1024)} KB`));
  });

  it('saves the options as a preset', async () => {
    await open(['rocket.webp'], 'Convert With Options…');
    await tab.pictures(2);
    await tab.button('Save as Preset…').click();
    await workbench.quickInput.submit('From the preview');
    await workbench.notifications.read('Saved the preset “From the preview”.');
  });

  it('reads why an image can’t be shown, and gets the list for other formats', async () => {
    await open(['broken.png'], 'Convert With Options…');
    await eventually(
      () => tab.status(),
      (text) => /damaged|isn’t|image/i.test(text),
    );
    await open(['cat.png'], 'Convert With Options…');
    await tab.choice('Format').selectOption('More Formats…');
    await workbench.quickInput.pickFormat('pdf');
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Convert cat.png to PDF',
    );
  });
});
