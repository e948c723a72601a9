import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { webviews } from '../../../src/manifest.ts';
import { eventually } from '../../support/eventually.ts';
import { PictureTab } from '../../support/workbench/pictureTab.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

/** A name that would be an image if it were interpreted as HTML. */
const hostileName = '<img src=x onerror=alert(1)>.png';

describe('A user who compares images', () => {
  let workbench: Workbench;
  let tab: PictureTab;

  before(async () => {
    const cat = await readFile('test/fixtures/sample/cat.png');
    workbench = await Workbench.open({
      name: 'compare',
      files: {
        [hostileName]: cat,
        'replaced.png': cat,
        'drawing.eps': Buffer.from(
          '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 90 50\n0 0 50 50 rectfill\nshowpage\n%%EOF\n',
        ),
      },
      settings: {
        'fileUtilityNetwork.compress.replaceSource': false,
        'workbench.editorAssociations': { '*.eps': webviews.preview },
      },
    });
    tab = new PictureTab(workbench.page);
  });

  after(() => workbench?.close());

  const inFolder = (name: string): string => path.join(workbench.folder, name);
  const closeTab = async (): Promise<void> => {
    await workbench.runCommand('View: Close All Editors');
  };

  const convert = async (name: string, format: string): Promise<void> => {
    await workbench.explorer.show();
    await workbench.explorer.choose([name], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat(format);
    // The message of an earlier comparison may still be on screen.
    await workbench.notifications.read(`Saved ${path.parse(name).name}.${format}`);
  };

  const compare = async (row: string): Promise<void> => {
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await jobs.row(row).waitFor();
    await jobs.choose(row, 'Compare with Source');
  };

  it('opens source and result side by side from a job’s row', async () => {
    await convert('coffee.jpg', 'webp');
    await compare('coffee.jpg');
    await tab.tab('coffee.jpg ↔ coffee.webp').waitFor();
    const shown = await tab.pictures(2);
    assert.deepEqual(
      shown.map(({ name }) => name),
      ['Before: coffee.jpg', 'After: coffee.webp'],
    );
    const facts = await tab.facts();
    assert.equal(facts[0], 'File | Before: coffee.jpg | After: coffee.webp');
    assert.match(facts[1] ?? '', /^Format \| JPG.* \| WebP/);
    assert.match(facts[2] ?? '', /^Image \| [\d,]+ × [\d,]+ pixels \| [\d,]+ × [\d,]+ pixels$/);
    assert.match(facts[3] ?? '', /^Size \| [\d.,]+ KB \| [\d.,]+ KB \(-\d+%\)$/);
    await workbench.screenshot('compare-slider');
  });

  it('moves the divider by key and mouse', async () => {
    const divider = tab.range('Divider');
    await divider.focus();
    await workbench.page.keyboard.press('ArrowLeft');
    await workbench.page.keyboard.press('ArrowLeft');
    assert.equal(await divider.inputValue(), '48');
    const box = await tab.frame.locator('.sheet').first().boundingBox();
    assert.ok(box);
    await workbench.page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
    await eventually(
      () => divider.inputValue(),
      (value) => Math.abs(Number(value) - 25) <= 1,
    );
  });

  it('views them side by side, as a difference, and at pixel level by keyboard alone', async () => {
    const { keyboard } = workbench.page;
    await keyboard.press('2');
    assert.ok(await tab.radio('Side by Side').isChecked());
    await eventually(
      () => tab.frame.locator('.pane:visible').count(),
      (count) => count === 2,
    );
    await workbench.screenshot('compare-side');
    await keyboard.press('5');
    assert.ok(await tab.radio('1:1').isChecked());
    const panes = tab.frame.locator('.pane');
    await panes.first().focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowRight');
    const scrolled = async () =>
      panes.evaluateAll((all) => all.map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]));
    await eventually(scrolled, ([first, second]) => {
      const moved = (first?.[0] ?? 0) > 0 || (first?.[1] ?? 0) > 0;
      return moved && String(first) === String(second);
    });
    await workbench.screenshot('compare-actual');
    await keyboard.press('3');
    await keyboard.press('4');
    assert.ok(await tab.radio('Difference').isChecked());
    await tab.range('Brightness of Differences').waitFor();
    await workbench.screenshot('compare-difference');
    await keyboard.press('1');
  });

  it('gets no axe-core findings in any mode', async () => {
    for (const key of ['1', '2', '3']) {
      await tab.frame.locator('body').press(key);
      assert.deepEqual(await tab.violations(), []);
    }
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
    assert.equal(await tab.loads(inFolder('cat.png')), false);
  });

  it('finds the tab unchanged on return', async () => {
    await tab.frame.locator('body').press('2');
    await workbench.explorer.show();
    await workbench.explorer.row('notes.txt').dblclick();
    await workbench.page.locator('.monaco-editor.focused').waitFor();
    await tab.tab('coffee.jpg ↔ coffee.webp').click();
    await tab.pictures(2);
    assert.ok(await tab.radio('Side by Side').isChecked());
    await tab.frame.locator('body').press('1');
  });

  it('leaves nothing behind when closing the tab', async () => {
    const folder = await tab.folder();
    assert.ok(existsSync(folder));
    await closeTab();
    await eventually(
      () => existsSync(folder),
      (isThere) => !isThere,
    );
  });

  it('reads what is missing, and sees what exists', async () => {
    await rm(inFolder('coffee.jpg'));
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await jobs.clickInline('coffee.jpg', 'Compare with Source');
    await eventually(
      () => tab.status(),
      (text) => text === 'coffee.jpg: The file no longer exists.',
    );
    assert.equal((await tab.pictures(1))[0]?.name, 'After: coffee.webp');
    await workbench.screenshot('compare-gone');
  });

  it('reads what the result can’t store, and what has changed since', async () => {
    await closeTab();
    await convert('balloons.png', 'gif');
    await writeFile(inFolder('balloons.gif'), await readFile(inFolder('cat-pan.gif')));
    await compare('balloons.png');
    await tab.pictures(2);
    const remarks = await tab.remarks();
    assert.match(remarks[0] ?? '', /^Lost: .*partial transparency.*\.$/);
    assert.ok(remarks.includes('The result has changed since then.'));
    assert.ok(remarks.some((text) => /^balloons\.gif: It’s an animation with \d+ frames/.test(text)));
    await workbench.screenshot('compare-losses');
  });

  it('steps through a batch’s images', async () => {
    await closeTab();
    await workbench.explorer.show();
    await workbench.explorer.choose(['trip'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/Converted 3 files/);
    await compare('trip → WebP');
    await tab.tab('Compare 3 images').waitFor();
    const place = tab.frame.locator('.place');
    await eventually(
      () => place.textContent(),
      (text) => text === '1 of 3',
    );
    const [first] = await tab.pictures(2);
    await tab.button('Next Image').click();
    await eventually(
      () => place.textContent(),
      (text) => text === '2 of 3',
    );
    await workbench.page.keyboard.press('PageDown');
    await eventually(
      () => place.textContent(),
      (text) => text === '3 of 3',
    );
    const [last] = await tab.pictures(2);
    assert.notEqual(first?.name, last?.name);
    assert.equal(await tab.button('Next Image').getAttribute('aria-disabled'), 'true');
    await workbench.screenshot('compare-batch');
  });

  it('compares two files selected in the Explorer, whatever their names', async () => {
    await closeTab();
    await workbench.explorer.show();
    await workbench.explorer.choose([hostileName, 'cat.png'], 'Convert & Compress', 'Compare Images');
    const names = (await tab.pictures(2)).map(({ name }) => name);
    assert.ok(names.includes(hostileName), names.join());
    assert.equal(await tab.frame.locator('img[src="x"]').count(), 0);
    await workbench.screenshot('compare-files');
  });

  it('sees a replaced source from its backup', async () => {
    await closeTab();
    await workbench.updateSettings({ 'fileUtilityNetwork.compress.replaceSource': true });
    await workbench.explorer.show();
    await workbench.explorer.choose(['replaced.png'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read(/Saved replaced\.png/);
    await compare('replaced.png');
    await tab.pictures(2);
    const size = (await tab.facts()).find((row) => row.startsWith('Size'));
    assert.match(size ?? '', /\(-\d+%\)$/);
  });

  it('can compare in dark and high-contrast themes on a small screen', async () => {
    await workbench.page.setViewportSize({ width: 800, height: 600 });
    for (const theme of ['Default Dark Modern', 'Default High Contrast', 'Default High Contrast Light']) {
      await workbench.updateSettings({ 'workbench.colorTheme': theme });
      await tab.pictures(2);
      assert.deepEqual(await tab.violations(), [], theme);
      await tab.radio('Slider').focus();
      await workbench.screenshot(`compare-${theme.replaceAll(' ', '-')}`);
    }
  });

  it('previews formats that need a program after a click, in a trusted workspace', async () => {
    await workbench.explorer.show();
    await workbench.explorer.row('drawing.eps').dblclick();
    await tab.tab('drawing.eps').waitFor();
    await tab.button('Show with Ghostscript').click();
    assert.equal((await tab.pictures(1))[0]?.name, 'drawing.eps');
    await closeTab();
  });
});
