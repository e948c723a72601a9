import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { eventually } from '../../support/eventually.ts';
import { inspect } from '../../support/service/raster.ts';
import { PictureTab } from '../../support/workbench/pictureTab.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user who tries options on one image', () => {
  let workbench: Workbench;
  let tab: PictureTab;

  before(async () => {
    const coffee = await readFile('test/fixtures/sample/coffee.jpg');
    const large = await sharp(coffee).resize(4000, 3000, { fit: 'fill' }).jpeg({ quality: 92 }).toBuffer();
    workbench = await Workbench.open({ name: 'livePreview', files: { 'large.jpg': large } });
    tab = new PictureTab(workbench.page);
  });

  after(() => workbench?.close());

  const exists = (name: string): boolean => existsSync(path.join(workbench.folder, name));
  /** The size below the settings, once the whole image was converted. */
  const exactSize = async (): Promise<string> =>
    eventually(
      () => tab.outcome(),
      (text) => /^[\d.,]+ [KM]B/.test(text),
    );

  it('sees the result of the current options without writing a file', async () => {
    const before = readdirSync(workbench.folder);
    await workbench.explorer.choose(
      ['coffee.jpg', 'large.jpg'],
      'Convert & Compress',
      'Convert With Options…',
    );
    await tab.tab('Convert 2 files to WebP').waitFor();
    await tab.pictures(2);
    assert.match(await exactSize(), /^[\d.,]+ KB \([+-]\d+%\)$/);
    assert.deepEqual(readdirSync(workbench.folder), before);
    await workbench.screenshot('live-preview');
  });

  it('gets an estimate first, and then the exact size of another quality', async () => {
    const usual = await exactSize();
    const quality = tab.range('Quality');
    await quality.focus();
    await workbench.page.keyboard.press('Home');
    const low = await eventually(
      () => tab.outcome(),
      (text) => /^[\d.,]+ [KM]B/.test(text) && text !== usual,
    );
    assert.match(low, /\(-9\d%\)$/);
    assert.equal(await quality.inputValue(), '1');
    await workbench.screenshot('live-preview-low');
  });

  it('applies the options to all files', async () => {
    await tab.choice('Format').selectOption('AVIF');
    await tab.textBox('Width (pixels)').fill('120');
    await workbench.page.keyboard.press('Enter');
    await exactSize();
    await tab.button('Apply to 2 Files').click();
    await workbench.notifications.read(/Converted 2 files/);
    for (const name of ['coffee', 'large']) {
      const made = await readFile(path.join(workbench.folder, `${name}.avif`));
      assert.equal((await inspect(made, 'avif')).width, 120);
    }
    assert.ok(!exists('coffee.webp'));
    assert.equal(await tab.tab('Convert 2 files').count(), 0);
  });
});
