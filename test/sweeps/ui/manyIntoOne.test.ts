import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { entriesOf } from '../../../tools/referenceDecoders/archiveHashes.ts';
import { eventually } from '../../support/eventually.ts';
import { decodeFile } from '../../support/service/raster.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('A user who combines files', () => {
  let workbench: Workbench;
  /** The results are named after the folder that the files are in. */
  let name: string;

  before(async () => {
    workbench = await Workbench.open({
      name: 'many-into-one',
      settings: { 'fileUtilityNetwork.livePreview': false },
    });
    name = path.basename(workbench.folder);
  });

  after(() => workbench.close());

  const inFolder = (file: string): string => path.join(workbench.folder, file);

  /** The sizes in pixels of the pictures in a PDF, page by page, according to Poppler. */
  function picturesIn(file: string): string[] {
    const list = execFileSync('pdfimages', ['-list', inFolder(file)]).toString();
    return [...list.matchAll(/^ +\d+ +\d+ image +(\d+) +(\d+)/gm)].map(
      ([, width, height]) => `${width} x ${height}`,
    );
  }

  /** The sizes of pictures when converted one by one. */
  async function sizesOf(...files: readonly string[]): Promise<string[]> {
    const rasters = await Promise.all(
      files.map(async (file) => decodeFile(inFolder(file), path.extname(file).slice(1))),
    );
    return rasters.map(({ width, height }) => `${width} x ${height}`);
  }

  /** Undoes the result that the message reports, and waits until it is gone. */
  async function undo(result: string): Promise<void> {
    await workbench.notifications.click(`Saved ${result}.`, 'Undo');
    await eventually(
      async () => existsSync(inFolder(result)),
      (isThere) => !isThere,
    );
  }

  it('sees the targets, the result’s name, and the order', async () => {
    await workbench.explorer.choose(
      ['rocket.webp', 'cat.png', 'coffee.jpg'],
      'Convert & Compress',
      'Convert To…',
    );
    await workbench.quickInput.type('one ');
    const rows = await eventually(
      () => workbench.quickInput.read(),
      (all) => all.some(({ label }) => label === 'One PDF — 3 files'),
    );
    const found = rows.filter(({ label }) => label.startsWith('One '));
    assert.deepEqual(
      found.map(({ label }) => label),
      ['One PDF — 3 files', 'One ZIP — 3 files'],
    );
    assert.match(found[0]?.description ?? '', new RegExp(`^${name}\\.pdf · in the order selected`));
    await workbench.screenshot('one-file-pick');
  });

  it('gets one PDF in the order of selection, by mouse alone', async () => {
    await workbench.quickInput.choose('One PDF — 3 files');
    await workbench.notifications.read(`Saved ${name}.pdf.`);
    await workbench.explorer.row(`${name}.pdf`).waitFor();
    await workbench.screenshot('one-pdf');
    const expected = await sizesOf('rocket.webp', 'cat.png', 'coffee.jpg');
    assert.equal(new Set(expected).size, 3);
    assert.deepEqual(picturesIn(`${name}.pdf`), expected);
  });

  it('finds one row for the job, with the number of files', async () => {
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.open();
    const [row] = await jobs.read();
    assert.equal(row?.label, '3 files');
    assert.match(row?.description ?? '', /^→ PDF · [\d.,]+ KB · /);
    await workbench.screenshot('one-pdf-job');
  });

  it('converts all the row’s files again', async () => {
    const jobs = workbench.viewContainer('Convert & Compress');
    await jobs.choose('3 files', 'Convert Again To…');
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Convert 3 files to',
    );
    await workbench.quickInput.cancel();
    await workbench.page.keyboard.press('Control+Shift+E');
  });

  it('undoes it, and the sources stay', async () => {
    await undo(`${name}.pdf`);
    for (const file of ['rocket.webp', 'cat.png', 'coffee.jpg']) assert.ok(existsSync(inFolder(file)));
  });

  it('sorts the files by name with one click in the title', async () => {
    await workbench.explorer.choose(
      ['rocket.webp', 'coffee.jpg', 'cat.png'],
      'Convert & Compress',
      'Convert To…',
    );
    await workbench.quickInput.type('one pdf');
    await workbench.quickInput.click('Combined in Selection Order. Sort by Name');
    await eventually(
      () => workbench.quickInput.read(),
      ([first]) => first?.description.includes('in the order of their names') ?? false,
    );
    // The typed text is still there.
    assert.equal(await workbench.quickInput.input.inputValue(), 'one pdf');
    await workbench.quickInput.choose('One PDF — 3 files');
    await workbench.notifications.read(`Saved ${name}.pdf.`);
    assert.deepEqual(picturesIn(`${name}.pdf`), await sizesOf('cat.png', 'coffee.jpg', 'rocket.webp'));
    await undo(`${name}.pdf`);
  });

  it('sets the pages in a form', async () => {
    await workbench.explorer.choose(
      ['rocket.webp', 'cat.png'],
      'Convert & Compress',
      'Convert With Options…',
    );
    await workbench.quickInput.pick('One PDF — 2 files');
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Combine 2 files into one PDF',
    );
    await workbench.quickInput.pick('Paper size');
    await workbench.quickInput.pick('A5');
    const rows = await eventually(
      () => workbench.quickInput.read(),
      (all) => all.some(({ label }) => label === 'Combine'),
    );
    assert.ok(!rows.some(({ label }) => label === 'Save as Preset…'));
    await workbench.screenshot('one-pdf-form');
    await workbench.quickInput.choose('Combine');
    await workbench.notifications.read(`Saved ${name}.pdf.`);
    const pages = execFileSync('pdfinfo', [inFolder(`${name}.pdf`)]).toString();
    assert.match(pages, /Page size: +595\.28 x 419\.53 pts/);
    await undo(`${name}.pdf`);
  });

  it('zips five files of any kind beside an older ZIP with that name', async () => {
    await writeFile(inFolder(`${name}.zip`), 'Something else.');
    await writeFile(inFolder('unknown'), 'A file of no kind.');
    await workbench.explorer.row('unknown').waitFor();
    const files = ['cat.png', 'coffee.jpg', 'notes.txt', 'rocket.webp', 'unknown'] as const;
    await workbench.explorer.choose([...files], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pick('One ZIP — 5 files');
    await workbench.notifications.read(`Saved ${name} (1).zip.`);
    const entries = await entriesOf(readFileSync(inFolder(`${name} (1).zip`)), 'zip');
    assert.deepEqual(
      entries.map((entry) => [entry.path, entry.content]),
      files.map((file) => [file, sha256(inFolder(file))]),
    );
    assert.equal(readFileSync(inFolder(`${name}.zip`), 'utf8'), 'Something else.');
    await undo(`${name} (1).zip`);
  });

  it('zips a folder with its content beside it, under its name', async () => {
    await mkdir(inFolder('trip/day 2'), { recursive: true });
    await writeFile(inFolder('trip/day 2/diary.unknown'), 'Words.');
    await writeFile(inFolder('trip/.hidden'), 'Not this one.');
    await workbench.explorer.choose(['trip'], 'Convert & Compress', 'Convert To…');
    await workbench.quickInput.pick('One ZIP — 5 files');
    await workbench.notifications.read('Saved trip.zip.');
    const entries = await entriesOf(readFileSync(inFolder('trip.zip')), 'zip');
    const found = entries.filter(({ kind }) => kind === 'file').map((entry) => entry.path);
    assert.ok(found.includes('trip/day 2/diary.unknown'));
    assert.equal(found.length, 5);
    assert.ok(found.every((file) => file.startsWith('trip/')));
  });

  it('reads which of three files is encrypted, and includes it with its password', async () => {
    const locked = path.join(import.meta.dirname, '../../fixtures/documents/encrypted.pdf');
    await writeFile(inFolder('bank.pdf'), readFileSync(locked));
    await workbench.explorer.row('bank.pdf').waitFor();
    await workbench.explorer.choose(
      ['cat.png', 'bank.pdf', 'coffee.jpg'],
      'Convert & Compress',
      'Convert To…',
    );
    await workbench.quickInput.pick('One PDF — 3 files');
    const message = await workbench.notifications.read('The file is password-protected');
    assert.match(message, /^3 files: bank\.pdf: The file is password-protected/);
    await workbench.screenshot('one-locked');
    await workbench.notifications.click('The file is password-protected', 'Enter Password…');
    await workbench.quickInput.submitPassword('opened');
    await workbench.notifications.read(`Saved ${name}.pdf.`);
    assert.equal(picturesIn(`${name}.pdf`).length, 2);
  });
});
