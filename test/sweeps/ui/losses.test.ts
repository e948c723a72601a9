import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { fakeProgram } from '../../support/service/fakeProgram.ts';
import { media } from '../../support/service/fixtures.ts';
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
        'clip.mp4': await readFile(media('clip.mp4')),
      },
    });
    keyboard = new Keyboard(workbench.page);
  });

  after(() => workbench?.close());

  const rows = (text: string) => workbench.quickInput.rows.filter({ hasText: text });

  it('shows no loss for an opaque screenshot', async () => {
    await workbench.choose(['screenshot.png'], 'Convert To…');
    await rows('JPG — JPEG').waitFor();
    await rows('JPG — JPEG').locator('.codicon-info').waitFor({ state: 'detached' });
    assert.equal(await rows('Loses').count(), 0);
    await workbench.quickInput.cancel();
  });

  it('shows the loss of the files that have something to lose, and a message about it follows', async () => {
    await workbench.choose(['screenshot.png', 'shadow.png'], 'Convert To…');
    await rows('JPG — JPEG').filter({ hasText: 'Loses transparency · 1 of 2 files' }).waitFor();
    await keyboard.isAt(/^JPG/);
    await workbench.quickInput.pickFormat('jpg');
    const message = await workbench.notifications.read(/1 file lost transparency\./);
    assert.doesNotMatch(message, /2 files lost/);
  });

  it('hides rare formats until they are asked for by a row or by typing', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.choose(['screenshot.png'], 'Convert To…');
    await rows('More Formats…').waitFor();
    assert.equal(await rows('BMP').count(), 0);
    await quickInput.choose('More Formats…');
    await rows('BMP').first().waitFor();
    assert.equal(await rows('More Formats…').count(), 0);
    await quickInput.cancel();
    await workbench.choose(['screenshot.png'], 'Convert To…');
    await quickInput.read();
    await quickInput.submit('quite ok');
    await notifications.read(/^Saved screenshot\.qoi, /);
  });

  it('shows losses that only a conversion can find by a button of their row, by mouse and keyboard', async () => {
    const mayLose = rows('PNG').first().filter({ hasText: 'May lose details that only browsers draw' });
    await workbench.choose(['balloons.svg'], 'Convert To…');
    await rows('PNG').first().filter({ hasText: 'Loses vector shapes' }).waitFor();
    assert.equal(await mayLose.count(), 0);
    await rows('PNG').first().hover();
    await rows('PNG').first().locator('.codicon-info').click();
    await mayLose.waitFor();
    await workbench.quickInput.cancel();

    await workbench.choose(['balloons.svg'], 'Convert To…');
    await keyboard.moveTo(/^More Formats…/, 'ArrowDown');
    await keyboard.press('Enter');
    await keyboard.isAt(/^APNG/);
    await keyboard.moveTo(/^PNG/, 'ArrowUp');
    await keyboard.moveTo(/^May lose/, 'Tab');
    await keyboard.press('Enter');
    await mayLose.waitFor();
    await keyboard.press('Escape');
  });

  it('copies the command that installs a missing program, and has its formats as soon as it is there', async () => {
    const { quickInput, notifications } = workbench;
    const program = workbench.file('../ffmpeg');
    await mkdir(workbench.file('../data/Machine'), { recursive: true });
    await writeFile(
      workbench.file('../data/Machine/settings.json'),
      JSON.stringify({ 'fileUtilityNetwork.local.tools.ffmpeg': program }),
    );
    await workbench.reload();
    await workbench.choose(['clip.mp4'], 'Convert To…');
    const [first] = await quickInput.read();
    assert.equal(first?.label, 'Install FFmpeg…');
    await quickInput.choose('Install FFmpeg…');
    await notifications.read('Copied “sudo apt install ffmpeg”.');
    await workbench.copied('sudo apt install ffmpeg');
    fakeProgram(path.dirname(program), '');
    await workbench.choose(['clip.mp4'], 'Convert To…');
    await rows('WebM').waitFor();
    assert.equal(await rows('Install').count(), 0);
    await quickInput.cancel();
  });
});
