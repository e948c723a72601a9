import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { webviews } from '../../../src/manifest.ts';
import { eventually } from '../../support/eventually.ts';
import { sample } from '../../support/service/fixtures.ts';
import { PictureTab } from '../../support/workbench/pictureTab.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

/** A name that would be an image if it were interpreted as HTML. */
const hostileName = '<img src=x onerror=alert(1)>.png';
const eps = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 90 50\n0 0 50 50 rectfill\nshowpage\n%%EOF\n';

describe('A user who compares images', () => {
  let workbench: Workbench;
  let tab: PictureTab;

  before(async () => {
    workbench = await Workbench.open({
      name: 'compare',
      files: { [hostileName]: await readFile(sample('cat.png')), 'drawing.eps': Buffer.from(eps) },
      settings: { 'workbench.editorAssociations': { '*.eps': webviews.preview } },
    });
    tab = new PictureTab(workbench.page);
  });

  after(() => workbench?.close());

  const closeTab = (): Promise<void> => workbench.runCommand('View: Close All Editors');
  const compare = async (row: string): Promise<void> => {
    await workbench.jobs.open();
    await workbench.jobs.row(row).waitFor();
    await workbench.jobs.choose(row, 'Compare with Source');
  };

  it('opens source and result side by side from a job’s row', async () => {
    await workbench.convert(['coffee.jpg'], 'webp');
    await workbench.notifications.read('Saved coffee.webp');
    await compare('coffee.jpg');
    await tab.tab('coffee.jpg ↔ coffee.webp').waitFor();
    assert.deepEqual(
      (await tab.pictures(2)).map(({ name }) => name),
      ['Before: coffee.jpg', 'After: coffee.webp'],
    );
  });

  it('moves the divider by key and mouse', async () => {
    const { keyboard, mouse } = workbench.page;
    const divider = tab.range('Divider');
    await divider.focus();
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowLeft');
    assert.equal(await divider.inputValue(), '48');
    const box = await tab.frame.locator('.sheet').first().boundingBox();
    assert.ok(box);
    await mouse.click(box.x + box.width / 4, box.y + box.height / 2);
    await eventually(
      () => divider.inputValue(),
      (value) => Math.abs(Number(value) - 25) <= 1,
    );
  });

  it('views them side by side, as a difference, and at pixel level by keyboard alone', async () => {
    const { keyboard } = workbench.page;
    await keyboard.press('2');
    assert.ok(await tab.radio('Side by Side').isChecked());
    await keyboard.press('5');
    assert.ok(await tab.radio('1:1').isChecked());
    const panes = tab.frame.locator('.pane');
    await panes.first().focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    await eventually(
      () => panes.evaluateAll((all) => all.map(({ scrollLeft, scrollTop }) => `${scrollLeft} ${scrollTop}`)),
      ([first, second]) => first !== '0 0' && first === second,
    );
    await keyboard.press('3');
    await keyboard.press('4');
    assert.ok(await tab.radio('Difference').isChecked());
    await tab.range('Brightness of Differences').waitFor();
  });

  it('gets no axe-core findings in any mode, also in high contrast on a small screen', async () => {
    for (const key of ['1', '2', '3']) {
      await tab.frame.locator('body').press(key);
      assert.deepEqual(await tab.violations(), []);
    }
    await workbench.updateSettings({ 'workbench.colorTheme': 'Default High Contrast' });
    await workbench.page.setViewportSize({ width: 800, height: 600 });
    await tab.pictures(2);
    assert.deepEqual(await tab.violations(), []);
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('loads only files of the page’s own folder, and runs only its script', async () => {
    const policy = await tab.frame
      .locator('meta[http-equiv="Content-Security-Policy"]')
      .getAttribute('content');
    assert.match(
      policy ?? '',
      /^default-src 'none'; img-src \S.*; style-src \S.*; script-src 'nonce-[^']+'; base-uri 'none'; form-action 'none'$/,
    );
    assert.doesNotMatch(policy ?? '', /unsafe|script-src[^;]*https/);
    const wasRun = await tab.frame.locator('body').evaluate((body) => {
      const script = body.ownerDocument.createElement('script');
      script.textContent = 'globalThis.wasRun = true;';
      body.append(script);
      return 'wasRun' in globalThis;
    });
    assert.equal(wasRun, false);
    const own = await tab.folder();
    const picture = readdirSync(own).find((name) => name.endsWith('.png')) ?? '';
    assert.equal(await tab.loads(path.join(own, picture)), true);
    assert.equal(await tab.loads(workbench.file('cat.png')), false);
  });

  it('finds the tab unchanged on return, and leaves nothing behind when closing it', async () => {
    await tab.frame.locator('body').press('2');
    await workbench.explorer.show();
    await workbench.explorer.row('notes.txt').dblclick();
    await workbench.page.locator('.monaco-editor.focused').waitFor();
    await tab.tab('coffee.jpg ↔ coffee.webp').click();
    await tab.pictures(2);
    assert.ok(await tab.radio('Side by Side').isChecked());
    await tab.frame.locator('body').press('1');
    const folder = await tab.folder();
    await closeTab();
    await workbench.has(folder, false);
  });

  it('steps through a batch’s images', async () => {
    await workbench.convert(['trip'], 'webp');
    await workbench.notifications.read('Converted 3 files');
    await compare('trip → WebP');
    await tab.isAt('1 of 3');
    const [first] = await tab.pictures(2);
    await tab.button('Next Image').click();
    await tab.isAt('2 of 3');
    await workbench.page.keyboard.press('PageDown');
    await tab.isAt('3 of 3');
    const [last] = await tab.pictures(2);
    assert.notEqual(first?.name, last?.name);
    assert.equal(await tab.button('Next Image').getAttribute('aria-disabled'), 'true');
    await closeTab();
  });

  it('compares two files selected in the Explorer, whatever their names', async () => {
    await workbench.choose([hostileName, 'cat.png'], 'Compare Images');
    const names = (await tab.pictures(2)).map(({ name }) => name);
    assert.ok(names.includes(hostileName), names.join());
    assert.equal(await tab.frame.locator('img[src="x"]').count(), 0);
    await closeTab();
  });

  it('previews formats that need a program after a click, in a trusted workspace', async () => {
    await workbench.explorer.show();
    await workbench.explorer.row('drawing.eps').dblclick();
    await tab.button('Show with Ghostscript').click();
    assert.equal((await tab.pictures(1))[0]?.name, 'drawing.eps');
  });
});
