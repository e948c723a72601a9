import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../support/eventually.ts';
import { probe } from '../../support/service/ffmpeg.ts';
import { decodeFile, inspect, psnr } from '../../support/service/raster.ts';
import { rowCalled } from '../../support/workbench/text.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

const exec = promisify(execFile);

/** A tone at an excessive bit rate. */
async function richSong(): Promise<Buffer> {
  const tone = ['-f', 'lavfi', '-i', 'sine=440:duration=3', '-b:a', '320k', '-f', 'mp3', '-'];
  return (await exec('ffmpeg', ['-v', 'error', ...tone], { encoding: 'buffer' })).stdout;
}

describe('A user who wants smaller files', () => {
  let workbench: Workbench;

  before(async () => {
    const files = {
      'song.mp3': await richSong(),
      README: Buffer.from('Read me.'),
      'x.rst': Buffer.from('Text'),
    };
    workbench = await Workbench.open({
      name: 'compress',
      files,
      settings: { 'fileUtilityNetwork.livePreview': false },
    });
  });

  after(() => workbench.close());

  const inFolder = (name: string): string => path.join(workbench.folder, name);
  const sizeOf = async (name: string): Promise<number> => (await stat(inFolder(name))).size;
  const offered = async (name: string): Promise<string[]> => {
    const labels = await workbench.explorer.menuLabels([name], 'Convert & Compress');
    return labels.filter((label) => label.startsWith('Compress'));
  };

  const namesIn = async (name: string): Promise<string[]> =>
    (await exec('zipinfo', ['-1', inFolder(name)])).stdout.trim().split('\n');

  /** Opens an option of the form, and types or selects its value once the option is there. */
  async function open(option: string): Promise<void> {
    await rowCalled(workbench.quickInput.rows, option).waitFor();
    await workbench.quickInput.choose(option);
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === option,
    );
  }

  for (const name of ['coffee.jpg', 'scan.tiff', 'song.mp3', 'trip']) {
    it(`is offered Compress for ${name}`, async () => {
      assert.deepEqual(await offered(name), [
        'Compress',
        'Compress With Options…',
        'Compress and Replace Original',
        'Compress to ZIP',
      ]);
    });
  }

  for (const name of ['notes.txt', 'README', 'x.rst']) {
    it(`is offered only Convert To… for ${name}`, async () => {
      const labels = await workbench.explorer.menuLabels([name], 'Convert & Compress');
      assert.ok(labels.includes('Convert To…'));
      assert.deepEqual(
        labels.filter((label) => /^Compress(?: With|$)/.test(label)),
        [],
      );
    });
  }

  it('converts to a format of the menu that suits the file, as the setting says', async () => {
    const { explorer } = workbench;
    const formats = async (name: string): Promise<string[]> => {
      const labels = await explorer.menuLabels([name], 'Convert & Compress');
      return labels.filter((label) => label.startsWith('Convert to '));
    };
    assert.deepEqual(await formats('cat.png'), ['Convert to WebP', 'Convert to PDF']);
    assert.deepEqual(await formats('song.mp3'), []);
    assert.deepEqual(await formats('trip'), ['Convert to WebP', 'Convert to PDF']);
    await workbench.updateSettings({ 'fileUtilityNetwork.menuFormats': ['avif'] });
    await eventually(
      () => formats('cat.png'),
      (labels) => labels.join() === 'Convert to AVIF',
    );
    await explorer.choose(['cat.png'], 'Convert & Compress', 'Convert to AVIF');
    await workbench.notifications.read(/Saved cat\.avif/);
  });

  it('replaces the original from the menu, and gets it back', async () => {
    const before = await readFile(inFolder('balloons.png'));
    await workbench.explorer.choose(['balloons.png'], 'Convert & Compress', 'Compress and Replace Original');
    await workbench.notifications.read(/Saved balloons\.png/);
    assert.ok((await sizeOf('balloons.png')) < before.length);
    await workbench.runCommand('File Utility Network: Undo Last Conversion or Compression');
    await eventually(
      () => readFile(inFolder('balloons.png')),
      (bytes) => bytes.equals(before),
    );
  });

  it('gets a picture below the size entered in a form', async () => {
    const { quickInput } = workbench;
    await workbench.explorer.choose(['coffee.jpg'], 'Convert & Compress', 'Compress With Options…');
    await rowCalled(quickInput.rows, 'Maximum size (kB)').waitFor();
    const rows = new Set((await quickInput.read()).map(({ label }) => label));
    for (const option of [
      'Quality',
      'Lossless',
      'Metadata',
      'Maximum width (pixels)',
      'Minimum savings (%)',
    ]) {
      assert.ok(rows.has(option), option);
    }
    await open('Maximum size (kB)');
    await quickInput.submit('0');
    await eventually(
      () => quickInput.message(),
      (message) => message === 'Enter a valid value. A number from 1 to 10,000,000.',
    );
    await quickInput.submit('20');
    await rowCalled(quickInput.rows, 'Maximum size (kB)').waitFor();
    await workbench.screenshot('compress-options');
    await quickInput.choose('Compress');
    await workbench.notifications.read(/^Saved coffee-compressed\.jpg, \d+% smaller\.$/);
    assert.ok((await sizeOf('coffee-compressed.jpg')) <= 20_000);
    assert.equal((await inspect(await readFile(inFolder('coffee-compressed.jpg')), 'jpg')).format, 'JPEG');
  });

  it('reads how small a picture can get if the limit is too low, and nothing is saved', async () => {
    const { quickInput } = workbench;
    await workbench.explorer.choose(['cat.png'], 'Convert & Compress', 'Compress With Options…');
    await open('Lossless');
    await quickInput.choose('Yes');
    await open('Maximum size (kB)');
    await quickInput.submit('20');
    await rowCalled(quickInput.rows, 'Maximum size (kB)').waitFor();
    await quickInput.choose('Compress');
    await workbench.notifications.read(/^cat\.png: The smallest size that could be reached is \d+ kB/);
    await assert.rejects(stat(inFolder('cat-compressed.png')), { code: 'ENOENT' });
  });

  it('gets a TIFF in fewer bytes with every pixel', async () => {
    await workbench.explorer.choose(['scan.tiff'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read(/^Saved scan-compressed\.tiff, \d+% smaller\.$/);
    assert.ok((await sizeOf('scan-compressed.tiff')) < (await sizeOf('scan.tiff')));
    const files = ['scan.tiff', 'scan-compressed.tiff'].map((name) => decodeFile(inFolder(name), 'tiff'));
    const [before, after] = await Promise.all(files);
    assert.ok(before && after);
    assert.equal(psnr(before, after), Infinity);
  });

  it('gets a smaller MP3 with FFmpeg', async () => {
    await workbench.explorer.choose(['song.mp3'], 'Convert & Compress', 'Compress');
    await workbench.notifications.read(/^Saved song-compressed\.mp3, \d+% smaller\.$/);
    assert.ok((await sizeOf('song-compressed.mp3')) < (await sizeOf('song.mp3')) / 2);
    const { streams, duration } = await probe(await readFile(inFolder('song-compressed.mp3')), 'mp3');
    assert.equal(streams[0]?.codec_name, 'mp3');
    assert.ok(duration > 2.9);
  });

  it('is offered a ZIP in the menu for files that nothing makes smaller', async () => {
    assert.deepEqual(await offered('x.rst'), ['Compress to ZIP']);
    await workbench.explorer.choose(['x.rst'], 'Convert & Compress', 'Compress to ZIP');
    await workbench.notifications.read('Saved x.zip.');
    assert.deepEqual(await namesIn('x.zip'), ['x.rst']);
  });

  it('is offered a ZIP in the shortcut’s message, only for those files', async () => {
    await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.explorer.select('notes.txt', 'cat.png');
    await workbench.page.keyboard.press('Control+Alt+Shift+Z');
    await workbench.notifications.click(/Files of this type can’t be compressed\./, 'Create ZIP');
    await workbench.notifications.read('Saved notes.zip.');
    assert.deepEqual(await namesIn('notes.zip'), ['notes.txt']);
  });
});
