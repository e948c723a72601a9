import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { root } from '../../support/paths.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const sample = (name: string): Buffer => readFileSync(path.join(root, 'test/fixtures/sample', name));

describe('A user who copies a picture for a page', () => {
  let workbench: Workbench;

  before(async () => {
    const files = {
      'it’s (1).png': sample('cat.png'),
      'it’s (1).webp': sample('rocket.webp'),
      'it’s (1).avif': sample('astronaut.avif'),
      'large.png': Buffer.alloc(300 * 1024),
      'pages/page.md': Buffer.from('# Page\n'),
      'tiny.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>'),
    };
    workbench = await Workbench.open({ name: 'copy-as', files });
  });

  after(() => workbench?.close());

  const copied = async (expected: RegExp | string): Promise<void> => {
    await eventually(
      () => workbench.page.evaluate(() => navigator.clipboard.readText()),
      (text) => (typeof expected === 'string' ? text === expected : expected.test(text)),
    );
  };
  const copy = (name: string, as: string): Promise<void> => workbench.explorer.choose([name], 'Copy As', as);

  it('gets Markdown with a path from the workspace folder if no editor is open', async () => {
    await copy('it’s (1).png', 'Markdown Image');
    await copied('![it’s (1)](it%E2%80%99s%20%281%29.png)');
  });

  it('gets HTML with width and height', async () => {
    await copy('coffee.jpg', 'HTML Image');
    await copied('<img src="coffee.jpg" alt="coffee" width="600" height="400">');
    await copy('tiny.svg', 'HTML Image');
    await copied('<img src="tiny.svg" alt="tiny" width="8" height="4">');
  });

  it('gets all formats beside the file, whichever was clicked', async () => {
    const sources = [
      '<picture>',
      '  <source srcset="it%E2%80%99s%20%281%29.avif" type="image/avif">',
      '  <source srcset="it%E2%80%99s%20%281%29.webp" type="image/webp">',
      '  <img src="it%E2%80%99s%20%281%29.png" alt="it’s (1)" width="451" height="300">',
      '</picture>',
    ].join('\n');
    for (const clicked of ['it’s (1).png', 'it’s (1).webp']) {
      await workbench.page.evaluate(() => navigator.clipboard.writeText(''));
      await copy(clicked, 'HTML Picture with Formats');
      await copied(sources);
    }
  });

  it('gets a data URI for a small picture, and reads the size limit', async () => {
    await copy('tiny.svg', 'Data URI');
    await copied(/^data:image\/svg\+xml;base64,[\w+/]+=*$/);
    await workbench.notifications.read(/^Copied a data URI of \d+ B\.$/);
    await copy('large.png', 'Data URI');
    await workbench.notifications.read(
      /^large\.png is 300 KB\. Data URIs are limited to files up to 256 KB\.$/,
    );
  });

  it('gets a path relative to the open file', async () => {
    await workbench.explorer.toggle('pages');
    await workbench.explorer.row('page.md').dblclick();
    await workbench.page.locator('.tab.active[aria-label^="page.md"]').waitFor();
    await copy('tiny.svg', 'CSS url()');
    await copied('url("../tiny.svg")');
  });

  it('gets a job’s result', async () => {
    await workbench.explorer.choose(['cat.png'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^Saved cat\.webp(?:, \d+% smaller)?\.$/);
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    await jobs.choose('cat.png', 'Copy As', 'Markdown Image');
    await copied('![cat](../cat.webp)');
  });

  it('isn’t offered copies in formats that browsers can’t show', async () => {
    await workbench.explorer.show();
    const labels = await workbench.explorer.menuLabels(['scan.tiff']);
    assert.ok(!labels.includes('Copy As'));
  });
});
