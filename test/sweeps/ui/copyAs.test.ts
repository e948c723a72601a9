import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { sample } from '../../support/service/fixtures.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('A user who copies a picture for a page', () => {
  let workbench: Workbench;

  before(async () => {
    const files = {
      'it’s (1).png': await readFile(sample('cat.png')),
      'it’s (1).webp': await readFile(sample('rocket.webp')),
      'large.png': Buffer.alloc(300 * 1024),
      'pages/page.md': Buffer.from('# Page\n'),
      'tiny.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>'),
    };
    workbench = await Workbench.open({ name: 'copy-as', files });
  });

  after(() => workbench?.close());

  const copy = (name: string, as: string): Promise<void> => workbench.explorer.choose([name], 'Copy As', as);

  it('gets Markdown, HTML, and all formats beside the file, with paths from the workspace folder', async () => {
    await copy('it’s (1).png', 'Markdown Image');
    await workbench.copied('![it’s (1)](it%E2%80%99s%20%281%29.png)');
    await copy('tiny.svg', 'HTML Image');
    await workbench.copied('<img src="tiny.svg" alt="tiny" width="8" height="4">');
    await copy('it’s (1).webp', 'HTML Picture with Formats');
    const copied = await workbench.copied('<picture>');
    assert.match(copied, /<source srcset="it%E2%80%99s%20%281%29\.webp" type="image\/webp">/);
    assert.match(copied, /<img src="it%E2%80%99s%20%281%29\.png" alt="it’s \(1\)" width="451" height="300">/);
  });

  it('gets a data URI for a small picture, and reads the size limit', async () => {
    await copy('tiny.svg', 'Data URI');
    await workbench.copied(/^data:image\/svg\+xml;base64,[\w+/]+=*$/);
    await workbench.notifications.read(/^Copied a data URI of \d+ B\.$/);
    await copy('large.png', 'Data URI');
    await workbench.notifications.read('large.png is 300 KB. Data URIs are limited to files up to 256 KB.');
  });

  it('gets a path relative to the open file, for a job’s result, too', async () => {
    const { explorer, jobs, notifications, page } = workbench;
    await explorer.toggle('pages');
    await explorer.row('page.md').dblclick();
    await page.locator('.tab.active[aria-label^="page.md"]').waitFor();
    await copy('tiny.svg', 'CSS url()');
    await workbench.copied('url("../tiny.svg")');
    await workbench.convert(['cat.png'], 'webp');
    await notifications.read('Saved cat.webp');
    await jobs.open();
    await jobs.choose('cat.png', 'Copy As', 'Markdown Image');
    await workbench.copied('![cat](../cat.webp)');
  });

  it('isn’t offered copies in formats that browsers can’t show', async () => {
    await workbench.explorer.show();
    const labels = await workbench.explorer.menuLabels(['scan.tiff']);
    assert.ok(!labels.includes('Copy As'));
  });
});
