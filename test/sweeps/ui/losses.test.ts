import assert from 'node:assert/strict';
import sharp from 'sharp';
import { eventually } from '../../support/eventually.ts';
import { isOnScreen } from '../../support/workbench/accessibility.ts';
import { Keyboard } from '../../support/workbench/keyboard.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

/** A picture with an alpha channel. */
async function picture(alpha: number): Promise<Buffer> {
  const background = { r: 30, g: 90, b: 180, alpha };
  return sharp({ create: { width: 320, height: 200, channels: 4, background } })
    .png()
    .toBuffer();
}

describe('The list of formats', () => {
  let workbench: Workbench;
  let keyboard: Keyboard;

  before(async () => {
    workbench = await Workbench.open({
      name: 'losses',
      files: {
        'screenshot.png': await picture(1),
        'shadow.png': await picture(0.5),
        'glass.png': await picture(0.2),
      },
    });
    keyboard = new Keyboard(workbench.page);
  });

  after(() => workbench.close());

  const open = async (...names: readonly [string, ...string[]]): Promise<void> => {
    await workbench.explorer.select(...names);
    await workbench.explorer.choose(names, 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.rows.first().waitFor();
  };
  const labels = async (): Promise<string[]> => (await workbench.quickInput.read()).map(({ label }) => label);
  const jpg = () => workbench.quickInput.rows.filter({ hasText: 'JPG — JPEG' });
  const untilProbed = async (): Promise<void> => {
    await eventually(
      () => jpg().locator('.codicon-info').count(),
      (count) => count === 0,
    );
  };

  it('shows no loss for an opaque screenshot, and one line for each format', async () => {
    await open('screenshot.png');
    await untilProbed();
    assert.doesNotMatch(await jpg().innerText(), /Loses/);
    assert.equal(await workbench.quickInput.rows.filter({ hasText: 'Loses' }).count(), 0);
    await workbench.screenshot('losses-none');
    await workbench.quickInput.cancel();
  });

  it('shows the loss of the files that have something to lose, and keeps the focus', async () => {
    await open('screenshot.png', 'shadow.png');
    await jpg().filter({ hasText: 'Loses transparency · 1 of 2 files' }).waitFor();
    await keyboard.isAt(/^JPG/);
    await workbench.screenshot('losses-some');
    await workbench.quickInput.cancel();
  });

  it('hides rare formats until they are asked for by a row or by typing', async () => {
    const { quickInput, page } = workbench;
    await open('screenshot.png');
    const short = await labels();
    assert.ok(short.includes('More Formats…') && !short.some((label) => label.startsWith('QOI')));
    await workbench.screenshot('losses-short');
    await quickInput.choose('More Formats…');
    await quickInput.rows.filter({ hasText: 'BMP' }).first().waitFor();
    assert.ok(!(await labels()).includes('More Formats…'));
    await workbench.screenshot('losses-all');
    await quickInput.cancel();
    await open('screenshot.png');
    await quickInput.type('quite ok');
    await page.keyboard.press('Enter');
    await workbench.notifications.read(/^Saved screenshot\.qoi, /);
  });

  it('shows losses that only a conversion can find by a button of their row', async () => {
    const { quickInput } = workbench;
    await open('balloons.svg');
    const png = quickInput.rows.filter({ hasText: 'PNG' }).first();
    await png.filter({ hasText: 'Loses vector shapes (converted to pixels)' }).waitFor();
    assert.doesNotMatch(await png.innerText(), /May lose/);
    await png.hover();
    await png.locator('.codicon-info').click();
    await png.filter({ hasText: 'May lose details that only browsers draw, such as newer CSS' }).waitFor();
    await workbench.screenshot('losses-info');
    await quickInput.cancel();
  });

  it('is used by keyboard, including the rare formats and the buttons of rows', async () => {
    await open('balloons.svg');
    await keyboard.moveTo(/^More Formats…/, 'ArrowDown');
    await keyboard.press('Enter');
    await keyboard.isAt(/^APNG/);
    await keyboard.moveTo(/^PNG/, 'ArrowUp');
    await keyboard.moveTo(/^May lose/, 'Tab');
    await keyboard.press('Enter');
    const png = workbench.quickInput.rows.filter({ hasText: 'PNG' }).first();
    await png.filter({ hasText: 'May lose details that only browsers draw, such as newer CSS' }).waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('is followed by a message about what the conversion lost', async () => {
    await open('screenshot.png', 'shadow.png');
    await jpg().filter({ hasText: 'Loses transparency · 1 of 2 files' }).waitFor();
    await workbench.quickInput.pickFormat('jpg');
    const message = await workbench.notifications.read(/1 file lost transparency\./);
    assert.doesNotMatch(message, /2 files lost/);
    await workbench.screenshot('losses-message');
  });

  it('is followed by such a message if the format was picked without the list', async () => {
    await workbench.updateSettings({ 'fileUtilityNetwork.menuFormats': ['jpg'] });
    await workbench.explorer.choose(['glass.png'], 'Convert & Compress', 'Convert to JPG');
    await workbench.notifications.read(/^Saved glass\.jpg.*\. Lost: transparency\.$/);
  });

  it('fits a dark window at 200 %', async () => {
    await workbench.updateSettings({ 'workbench.colorTheme': 'Default Dark Modern' });
    await workbench.page.locator('.monaco-workbench.vs-dark').waitFor();
    await open('shadow.png');
    await jpg().filter({ hasText: 'Loses transparency' }).waitFor();
    await workbench.screenshot('losses-dark');
    await workbench.page.setViewportSize({ width: 640, height: 400 });
    assert.ok(await isOnScreen(workbench.quickInput.widget));
    await workbench.screenshot('losses-dark-200');
    await workbench.quickInput.cancel();
  });
});
