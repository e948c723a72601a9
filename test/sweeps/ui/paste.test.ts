import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { becomes, eventually } from '../../support/eventually.ts';
import { decodedFile } from '../../support/service/decodedImage.ts';
import { sample as sampleFile } from '../../support/service/fixtures.ts';
import { psnr } from '../../support/service/raster.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const sample = (name: string): Buffer => readFileSync(sampleFile(name));

describe('A user who pastes a picture into a text', () => {
  let workbench: Workbench;

  before(async () => {
    const files = {
      'assets/image.webp': sample('rocket.webp'),
      'heading.md': Buffer.from('# Heading\n'),
      'page.md': Buffer.from(''),
      'page.html': Buffer.from(''),
    };
    workbench = await Workbench.open({ name: 'paste', files });
    // Running one of our commands first makes sure that the extension's choice for pasting is available.
    await workbench.explorer.choose(['cat.png'], 'Copy As', 'Markdown Image');
    await workbench.copied('![cat](cat.png)');
  });

  after(() => workbench?.close());

  const editor = (name: string): Locator => workbench.page.locator(`.monaco-editor[data-uri$="/${name}"]`);
  const reads = async (name: string, expected: string): Promise<void> => {
    await becomes(
      async () => (await editor(name).locator('.view-lines').innerText()).replaceAll('\u00a0', ' ').trim(),
      expected,
    );
  };
  const open = async (name: string): Promise<void> => {
    await workbench.explorer.show();
    await workbench.explorer.row(name).dblclick();
    await editor(name).and(workbench.page.locator('.focused')).waitFor();
  };
  const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);
  /** VS Code shows the text a moment before the file exists. */
  const comes = async (name: string): Promise<void> => {
    await eventually(
      () => statSync(workbench.file(name), { throwIfNoEntry: false })?.size ?? 0,
      (size) => size > 0,
    );
  };
  const isLikeCat = async (name: string): Promise<void> => {
    const [source, made] = await Promise.all([
      decodedFile(workbench.file('cat.png')),
      decodedFile(workbench.file(name)),
    ]);
    assert.deepEqual([made.format, made.width, made.height], ['WEBP', 451, 300]);
    assert.ok(psnr(made, source) > 25);
  };

  it('gets VS Code’s own result by default', async () => {
    await workbench.page.evaluate(async (encoded) => {
      const bytes = Uint8Array.from(atob(encoded), (character) => character.codePointAt(0) ?? 0);
      const item = new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) });
      await navigator.clipboard.write([item]);
    }, sample('cat.png').toString('base64'));
    // VS Code's own Markdown extension starts with the first text. Once it lists headings, it also inserts pictures.
    await open('heading.md');
    await workbench.page.locator('.breadcrumbs-control').getByText('# Heading').waitFor();
    await open('page.md');
    await press('Control+V');
    await workbench.page.locator('.post-edit-widget').waitFor();
    await reads('page.md', '![alt text](image.png)');
    await comes('image.png');
    assert.ok(!existsSync(workbench.file('assets/image-1.webp')));
  });

  it('gets a WebP with a free name by choosing that', async () => {
    await workbench.page.locator('.post-edit-widget .monaco-button').click();
    await workbench.page.locator('.action-widget').getByText('Insert as WebP', { exact: true }).click();
    await reads('page.md', '![image 1](assets/image-1.webp)');
    await comes('assets/image-1.webp');
    await isLikeCat('assets/image-1.webp');
    await workbench.has('image.png', false);
    assert.deepEqual(readFileSync(workbench.file('assets/image.webp')), sample('rocket.webp'));
    await workbench.jobs.open();
    await workbench.jobs.row('Convert Files…').waitFor();
  });

  it('removes it again with Undo', async () => {
    await open('page.md');
    await press('Escape');
    await press('Control+Z');
    await workbench.has('assets/image-1.webp', false);
    await reads('page.md', '');
  });

  it('gets an element with its size for a dropped file only if the setting prefers it', async () => {
    const drop = async (): Promise<void> => {
      const row = await workbench.explorer.row('cat.png').boundingBox();
      const lines = await editor('page.html').locator('.view-lines').boundingBox();
      assert.ok(row !== null && lines !== null);
      const { mouse, keyboard } = workbench.page;
      await mouse.move(row.x + 60, row.y + 10);
      await mouse.down();
      await mouse.move(lines.x + 100, lines.y + 200, { steps: 10 });
      await keyboard.down('Shift');
      await mouse.move(lines.x + 60, lines.y + 10, { steps: 5 });
      await mouse.up();
      await keyboard.up('Shift');
    };
    await open('page.html');
    await drop();
    await reads('page.html', 'cat.png');
    await press('Control+Z');
    await reads('page.html', '');
    await workbench.updateSettings({ 'editor.dropIntoEditor.preferences': ['fileUtilityNetwork.webp'] });
    await open('page.html');
    await drop();
    await reads('page.html', '<img src="assets/cat.webp" alt="cat" width="451" height="300">');
    await comes('assets/cat.webp');
    await isLikeCat('assets/cat.webp');
  });
});
