import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { decodedFile } from '../../support/service/decodedImage.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

/** The results are named after the folder that the files are in. */
const pdf = 'sample.pdf';

describe('A user who combines files', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({
      name: 'many-into-one',
      settings: { 'fileUtilityNetwork.livePreview': false },
    });
  });

  after(() => workbench?.close());

  /** Checks that the PDF's pages contain these pictures, by their sizes in pixels according to Poppler. */
  async function contains(...files: readonly string[]): Promise<void> {
    const list = execFileSync('pdfimages', ['-list', workbench.file(pdf)]).toString();
    const found = [...list.matchAll(/^ +\d+ +\d+ image +(\d+) +(\d+)/gm)].map(([, ...sides]) => sides.join());
    const images = await Promise.all(files.map((file) => decodedFile(workbench.file(file))));
    assert.deepEqual(
      found,
      images.map(({ width, height }) => `${width},${height}`),
    );
  }

  async function undo(): Promise<void> {
    await workbench.notifications.click(`Saved ${pdf}.`, 'Undo');
    await workbench.has(pdf, false);
  }

  it('gets one PDF in the order of selection, by mouse alone, and undoes it', async () => {
    const { quickInput, notifications, jobs } = workbench;
    await workbench.choose(['rocket.webp', 'cat.png', 'coffee.jpg'], 'Convert To…');
    await quickInput.read();
    await quickInput.type('one ');
    await quickInput.choose('One PDF — 3 files');
    await notifications.read(`Saved ${pdf}.`);
    await contains('rocket.webp', 'cat.png', 'coffee.jpg');
    await jobs.describes('3 files', /^→ PDF · [\d.,]+ KB · /);
    await undo();
  });

  it('sorts the files by name with one click in the title', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.choose(['rocket.webp', 'coffee.jpg', 'cat.png'], 'Convert To…');
    await quickInput.read();
    await quickInput.type('one pdf');
    await quickInput.click('Combined in Selection Order. Sort by Name');
    await quickInput.rows.filter({ hasText: 'in the order of their names' }).waitFor();
    // The typed text is still there.
    assert.equal(await quickInput.input.inputValue(), 'one pdf');
    await quickInput.choose('One PDF — 3 files');
    await notifications.read(`Saved ${pdf}.`);
    await contains('cat.png', 'coffee.jpg', 'rocket.webp');
    await undo();
  });

  it('sets the pages in a form', async () => {
    const { quickInput, notifications } = workbench;
    await workbench.choose(['rocket.webp', 'cat.png'], 'Convert With Options…');
    await quickInput.pick('One PDF — 2 files');
    await quickInput.titled('Combine 2 files into one PDF');
    await quickInput.pick('Paper size');
    await quickInput.pick('A5');
    await quickInput.pick('Combine');
    await notifications.read(`Saved ${pdf}.`);
    const pages = execFileSync('pdfinfo', [workbench.file(pdf)]).toString();
    assert.match(pages, /Page size: +595\.28 x 419\.53 pts/);
    await undo();
  });
});
