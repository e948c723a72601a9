import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { routes } from '../../src/contract/routes.ts';
import { becomes, eventually } from '../support/eventually.ts';
import { decodedFile } from '../support/service/decodedImage.ts';
import { testKey } from '../support/service/standalone.ts';
import { Keyboard } from '../support/workbench/keyboard.ts';
import { NetworkWindow } from '../support/workbench/networkWindow.ts';
import type { Workbench } from '../support/workbench/workbench.ts';

const unnamed =
  /^\s*- '?(?:button|checkbox|dialog|link|listbox|menuitem|option|tab|textbox|tree|treeitem)(?:'?:|'?$| \[)/;

/** Checks that a screen reader can name all elements in a part of the window. */
async function hasNames(part: Locator): Promise<void> {
  const lines = (await part.ariaSnapshot()).split('\n');
  assert.ok(lines.length > 1);
  assert.deepEqual(
    lines.filter((line) => unnamed.test(line)),
    [],
  );
}

/** VS Code's key for Back in its quick input, on Linux. */
const back = 'Control+Alt+Minus';

describe('A user without a mouse, with a screen reader', () => {
  let network: NetworkWindow;
  let workbench: Workbench;
  let keyboard: Keyboard;
  const list = Promise.withResolvers<void>();

  before(async () => {
    network = await NetworkWindow.open({
      name: 'keyboard',
      service: ['--plan', 'free'],
      // Delays the network's list of formats.
      alteration: {
        answer: async (_, asked) => {
          if (asked.path.startsWith(routes.discovery('convert'))) await list.promise;
          return {};
        },
      },
      settings: {
        'fileUtilityNetwork.runOn': 'localFirst',
        'fileUtilityNetwork.livePreview': false,
        'workbench.colorTheme': 'Default High Contrast',
      },
      files: { 'trip/broken.png': Buffer.from('no picture') },
    });
    ({ workbench } = network);
    keyboard = new Keyboard(workbench.page);
    await workbench.page.evaluate(() => {
      document.addEventListener('mousedown', () => document.body.setAttribute('data-clicked', ''), true);
    });
  });

  after(async () => {
    list.resolve();
    await network?.close();
  });

  const sideBar = (): Locator => workbench.page.locator('.sidebar');
  const titled = (title: string | RegExp): Promise<void> => workbench.quickInput.titled(title);

  async function goTo(file: string): Promise<void> {
    // In the Explorer, the same key leads to the editors.
    if ((await keyboard.place()) !== 'Files Explorer') await keyboard.press('Control+Shift+E');
    await becomes(() => keyboard.place(), 'Files Explorer');
    // VS Code prefers several selected files to the focused one.
    await keyboard.press('Escape');
    await keyboard.moveTo(/^(?!Files Explorer)/, 'ArrowDown');
    await keyboard.press('Home');
    await keyboard.moveTo(new RegExp(`^${file}$`), 'ArrowDown');
  }

  /** Goes to a message in the list of all messages, where it doesn't time out, and to one of its buttons. */
  async function press(button: string, message: RegExp): Promise<void> {
    await eventually(
      () => workbench.notifications.messages(),
      (messages) => messages.some((each) => message.test(each)),
    );
    await workbench.runCommand('Notifications: Show Notifications');
    await keyboard.moveTo(message, 'ArrowDown');
    await hasNames(workbench.page.locator('.notifications-center'));
    await keyboard.moveTo(new RegExp(`^${button}$`), 'Tab');
    await keyboard.press('Enter');
    await workbench.notifications.answered(button);
  }

  async function hideMessages(): Promise<void> {
    const center = workbench.page.locator('.notifications-center');
    if (await center.isVisible()) await workbench.runCommand('Notifications: Hide Notifications');
  }

  it('converts the selection in the Explorer, and finds the focus where it was', async () => {
    await goTo('notes.txt');
    // The first key press starts a selection below.
    await keyboard.press('Shift+ArrowDown', 'Shift+ArrowDown');
    await keyboard.isAt(/^scan\.tiff$/);
    await keyboard.press('Control+Alt+Shift+T');
    await titled('Convert 2 files to');
    await keyboard.isAt(/^JPG — JPEG/);
    await hasNames(workbench.quickInput.widget);
    await keyboard.type('jpeg');
    await keyboard.moveTo(/^JPG — JPEG, Photo/, 'ArrowDown');
    await keyboard.press('Enter');
    await workbench.notifications.read('Converted 2 files');
    await keyboard.isAt(/^scan\.tiff$/);
    for (const name of ['rocket.jpg', 'scan.jpg']) {
      assert.equal((await decodedFile(workbench.file(name))).format, 'JPEG');
    }
  });

  it('reads the message, and undoes the batch', async () => {
    await press('Undo', /Converted 2 files/);
    await keyboard.isAt(/^Undo$/);
    await keyboard.press('Enter');
    await workbench.notifications.read('2 results removed');
    await workbench.has('rocket.jpg', false);
    await workbench.has('scan.jpg', false);
    await hideMessages();
  });

  it('compresses with a key, and stays in the Explorer', async () => {
    await goTo('balloons.png');
    await keyboard.press('Control+Alt+Shift+Z');
    await workbench.notifications.read(/Saved balloons-compressed\.png, \d+% smaller\./);
    await keyboard.isAt(/^balloons\.png$/);
  });

  it('sets options for the selection from the Command Palette, goes back, and saves a preset', async () => {
    await goTo('cat.png');
    await workbench.runCommand('File Utility Network: Convert With Options…');
    await titled('Convert cat.png to');
    await keyboard.type('avif');
    await keyboard.isAt(/^AVIF/);
    await keyboard.press('Enter');
    await titled('Convert cat.png to AVIF');
    await keyboard.press(back);
    await titled('Convert cat.png to');
    await keyboard.type('webp');
    await keyboard.isAt(/^WebP/);
    await keyboard.press('Enter');
    await titled('Convert cat.png to WebP');
    await keyboard.isAt(/^Convert$/);
    await keyboard.type('width');
    await keyboard.isAt(/^Width \(pixels\), Unchanged \(default\)/);
    await hasNames(workbench.quickInput.widget);
    await keyboard.press('Enter');
    await titled('Width (pixels)');
    await keyboard.type('64');
    await keyboard.press('Enter');
    await titled('Convert cat.png to WebP');
    await keyboard.type('meta');
    await keyboard.isAt(/^Metadata, Keep \(default\)/);
    await keyboard.press('Enter');
    await titled('Metadata');
    await keyboard.moveTo(/^Keep, Default · Current/, 'ArrowDown');
    await keyboard.moveTo(/^Remove all$/, 'ArrowDown');
    await keyboard.press('Enter');
    await titled('Convert cat.png to WebP');
    await keyboard.moveTo(/^Save as Preset…$/, 'ArrowDown');
    await keyboard.press('Enter');
    await titled('Save as Preset');
    await keyboard.type('Tiny');
    await keyboard.press('Enter');
    await titled('Convert cat.png to WebP');
    await keyboard.moveTo(/^Convert$/, 'ArrowDown');
    await keyboard.press('Enter');
    await workbench.quickInput.closed();
    await workbench.notifications.read('Saved cat.webp');
    assert.equal((await decodedFile(workbench.file('cat.webp'))).width, 64);
  });

  it('repeats the last conversion with another file', async () => {
    await goTo('coffee.jpg');
    await keyboard.press('Control+Alt+Shift+R');
    await workbench.notifications.read('Saved coffee.webp');
    assert.equal((await decodedFile(workbench.file('coffee.webp'))).width, 64);
  });

  it('finds the list of formats in the menu of a folder', async () => {
    await goTo('trip');
    await keyboard.press('Shift+F10');
    await workbench.page.locator('.monaco-menu').waitFor();
    await keyboard.moveTo(/^Convert & Compress$/, 'ArrowDown');
    await keyboard.press('ArrowRight');
    await keyboard.moveTo(/^Convert To…/, 'ArrowDown');
    await keyboard.press('Enter');
    await titled('Convert 5 files to');
    await workbench.page
      .getByRole('option', { name: /Loses / })
      .first()
      .waitFor();
    await keyboard.type('tiny');
    await keyboard.isAt(/^Tiny, 4 of 5 files · Convert to WebP/);
    await keyboard.press('Enter');
    await workbench.notifications.read(/^3 converted \(-\d+%\), 1 failed: broken\.png\./);
  });

  it('opens the failed jobs from the message, reads the reason, and sees all jobs again', async () => {
    await press('Show Failed', /1 failed: broken\.png/);
    await keyboard.isAt(/^broken\.png, Failed, The (?:image|file) /);
    await hideMessages();
    await workbench.runCommand('File Utility Network: Filter Jobs…');
    await titled('Show jobs');
    await keyboard.isAt(/^All, /);
    await keyboard.press('Enter');
    await workbench.quickInput.closed();
  });

  it('moves through the list of jobs, expands and collapses a batch, and finds its actions', async () => {
    await workbench.runCommand('Convert & Compress: Focus on Jobs View');
    await keyboard.press('Home');
    const batch = /^trip, to WebP, 3 of 4 done, 1 failed, .*, \d+% smaller$/;
    await keyboard.isAt(batch);
    await keyboard.press('ArrowLeft');
    await workbench.jobs.row('espresso.png').waitFor({ state: 'hidden' });
    await keyboard.press('ArrowRight');
    await workbench.jobs.row('broken.png').locator('.codicon-error').waitFor();
    await hasNames(sideBar());
    await keyboard.moveTo(/^espresso\.png, Done, from 116 KB to [\d.]+ KB, \d+% smaller$/, 'ArrowDown');
    await keyboard.chooseFromMenu('Reveal in Explorer', 'Shift+F10');
    await keyboard.isAt(/^espresso\.webp/);
    await workbench.runCommand('Convert & Compress: Focus on Jobs View');
    await keyboard.press('Home');
    await keyboard.chooseFromMenu('Undo');
    await keyboard.isAt(/^Undo$/);
    await keyboard.press('Enter');
    await workbench.notifications.read('3 results removed');
    await workbench.has('trip/espresso.webp', false);
  });

  it('types the format before the list opens, without losing a letter', async () => {
    await workbench.runCommand('File Utility Network: Set API Key…');
    await workbench.page.locator('.quick-input-widget input[type="password"]').waitFor();
    await keyboard.type(testKey);
    await keyboard.press('Enter');
    await workbench.notifications.read(/is stored\./);
    await goTo('cat.png');
    await keyboard.press('Control+Alt+Shift+T');
    await titled('Looking for files');
    await keyboard.type('avif');
    list.resolve();
    await titled(/^Convert cat\.png to · This computer/);
    await keyboard.isAt(/^AVIF — AV1 Image/);
    assert.equal(await workbench.quickInput.input.inputValue(), 'avif');
    await keyboard.press('Escape');
    await keyboard.isAt(/^cat\.png$/);
  });

  it('hears the credits in the status bar, and opens its menu', async () => {
    await workbench.runCommand('View: Focus Status Bar');
    await keyboard.moveTo(/^Convert & Compress, 0 active jobs, Free · 50 credits left$/, 'ArrowRight');
    await keyboard.press('Enter');
    await titled(/^Network: Free · 50 credits left · renew on .+ \d{4}, /);
    await keyboard.moveTo(/^Check Connection$/, 'ArrowDown');
    await keyboard.press('Enter');
    await titled(/^Connection to /);
    await keyboard.press('Escape');
    await workbench.quickInput.closed();
  });

  it('has never clicked', async () => {
    assert.equal(await workbench.page.locator('body[data-clicked]').count(), 0);
  });
});
