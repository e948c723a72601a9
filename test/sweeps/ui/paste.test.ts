import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { root } from '../../support/paths.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const sample = (name: string): Buffer => readFileSync(path.join(root, 'test/fixtures/sample', name));

const onWhite = (file: string): string[] => ['(', file, '-background', 'white', '-flatten', ')'];
const decoded = (...given: readonly string[]): string =>
  execFileSync('convert', ['-quiet', ...given], { encoding: 'utf8' });

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
    await eventually(
      () => workbench.page.evaluate(() => navigator.clipboard.readText()),
      (text) => text === '![cat](cat.png)',
    );
  });

  after(() => workbench?.close());

  const inFolder = (name: string): string => path.join(workbench.folder, name);
  const editor = (name: string): Locator => workbench.page.locator(`.monaco-editor[data-uri$="/${name}"]`);
  const reads = async (name: string, expected: string): Promise<void> => {
    await eventually(
      async () => (await editor(name).locator('.view-lines').innerText()).replaceAll('\u00a0', ' ').trim(),
      (text) => text === expected,
    );
  };
  const open = async (name: string): Promise<void> => {
    await workbench.explorer.show();
    await workbench.explorer.row(name).dblclick();
    await editor(name).and(workbench.page.locator('.focused')).waitFor();
  };
  const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);
  const chooseWebp = async (): Promise<void> => {
    await workbench.page.locator('.post-edit-widget .monaco-button').click();
    await workbench.page.locator('.action-widget').getByText('Insert as WebP', { exact: true }).click();
  };
  /** VS Code shows the text a moment before the file exists. */
  const comes = async (name: string): Promise<void> => {
    await eventually(
      () => statSync(inFolder(name), { throwIfNoEntry: false })?.size ?? 0,
      (size) => size > 0,
    );
  };
  const undo = async (name: string, made: string): Promise<void> => {
    await press('Escape');
    await press('Control+Z');
    await eventually(
      async () => existsSync(inFolder(made)),
      (isThere) => !isThere,
    );
    await reads(name, '');
  };
  /**
   * The picture according to another program: its format and size, and the difference of its pixels from the source's,
   * from 0 to 1.
   */
  const seen = (name: string): { size: string; difference: number } => {
    const [made, source] = [inFolder(name), inFolder('cat.png')].map(onWhite);
    const format = ['-format', '%m %wx%h', 'info:'];
    const metric = ['-metric', 'RMSE', '-compare', '-format', '%[distortion]', 'info:'];
    return {
      size: decoded(inFolder(name), ...format),
      difference: Number(decoded(...(made ?? []), ...(source ?? []), ...metric)),
    };
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
    assert.ok(!existsSync(inFolder('assets/image-1.webp')));
  });

  it('gets a WebP with a free name by choosing that', async () => {
    await chooseWebp();
    await reads('page.md', '![image 1](assets/image-1.webp)');
    await comes('assets/image-1.webp');
    const { size, difference } = seen('assets/image-1.webp');
    assert.equal(size, 'WEBP 451x300');
    assert.ok(difference < 0.05, String(difference));
    await eventually(
      () => existsSync(inFolder('image.png')),
      (isThere) => !isThere,
    );
    assert.deepEqual(readFileSync(inFolder('assets/image.webp')), sample('rocket.webp'));
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await jobs.row('Convert Files…').waitFor();
  });

  it('removes it again with Undo', async () => {
    await open('page.md');
    await undo('page.md', 'assets/image-1.webp');
    assert.ok(existsSync(inFolder('assets/image.webp')));
  });

  it('gets an element with its size for a file copied in the Explorer', async () => {
    await workbench.explorer.show();
    await workbench.explorer.select('cat.png');
    await press('Control+C');
    await open('page.html');
    await press('Control+V');
    await workbench.page.locator('.post-edit-widget').waitFor();
    await chooseWebp();
    await reads('page.html', '<img src="assets/cat.webp" alt="cat" width="451" height="300">');
    await comes('assets/cat.webp');
    assert.equal(seen('assets/cat.webp').size, 'WEBP 451x300');
    await undo('page.html', 'assets/cat.webp');
  });

  it('gets a WebP for dropped files only if the setting prefers it', async () => {
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
    assert.equal(seen('assets/cat.webp').size, 'WEBP 451x300');
  });
});
