import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import type { Loss, Traits } from '../../../src/contract/losses.ts';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { data, document, image, media, photo, sample } from '../../support/service/fixtures.ts';
import { pixelBombs } from '../../support/service/hostileImages.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('A probe', () => {
  const folder = useTemporaryFolder();
  const { signal } = new AbortController();
  const local = new LocalService({ scriptPath: bundle, log: () => undefined });
  after(() => local.dispose());

  const probe = async (inputPath: string, fileName = path.basename(inputPath)): Promise<Traits> =>
    local.probe({ inputPath, fileName }, signal);

  async function written(name: string, content: string | Uint8Array): Promise<string> {
    const file = path.join(folder.path, name);
    await writeFile(file, content);
    return file;
  }

  /** For each requested trait, whether the file has it; `undefined` if that is unknown. */
  async function probed(file: string, ...names: readonly Loss[]): Promise<(boolean | undefined)[]> {
    const traits = await probe(file);
    return names.map((name) => traits[name]);
  }

  it('distinguishes an opaque screenshot from one with a shadow, whatever the format supports', async () => {
    const create = { width: 1200, height: 800, channels: 4 as const };
    const of = async (alpha: number): Promise<string> => {
      const pixels = sharp({ create: { ...create, background: { r: 20, g: 90, b: 200, alpha } } });
      return written(`${alpha}.png`, await pixels.png().toBuffer());
    };
    const names = ['transparency', 'partialTransparency', 'animation', 'depth', 'metadata'] as const;
    assert.deepEqual(await probed(await of(1), ...names), [false, false, false, false, false]);
    assert.deepEqual(await probed(await of(0.5), ...names), [true, true, false, false, false]);
  });

  it('finds animations, depth, profiles, metadata, and pages of images', async () => {
    assert.deepEqual(await probed(image('animated.apng'), 'animation'), [true]);
    assert.deepEqual(await probed(image('animated.gif'), 'animation'), [true]);
    assert.deepEqual(await probed(image('16-bit.png'), 'depth', 'animation'), [true, false]);
    assert.deepEqual(await probed(image('wide-gamut.png'), 'wideGamut'), [true]);
    assert.deepEqual(await probed(image('located.jpg'), 'metadata', 'transparency'), [true, false]);
    assert.deepEqual(await probed(image('optimised.jpg'), 'metadata', 'wideGamut'), [false, false]);
    assert.deepEqual(await probed(image('three-pages.tiff'), 'pages'), [true]);
    assert.deepEqual(await probed(photo('psd'), 'layers', 'depth'), [false, false]);
  });

  it('finds metadata of a PNG after its pixels', async () => {
    const plain = await sharp(sample('cat.png')).png().toBuffer();
    const file = await written('late.png', plain);
    assert.deepEqual(await probed(file, 'metadata'), [false]);
    execFileSync('exiftool', ['-q', '-overwrite_original', '-Title=Late', file]);
    assert.deepEqual(await probed(file, 'metadata'), [true]);
  });

  it('finds parts and marks of documents', async () => {
    const names = ['comments', 'macros', 'pictures', 'tables', 'mathematics', 'notes'] as const;
    const expected = [false, false, true, true, false, true];
    assert.deepEqual(await probed(document('harbour.docx'), ...names), expected);
    const metafile = await written('metafile.docx', zipSync({ 'word/media/image1.EMF': new Uint8Array(9) }));
    assert.deepEqual(await probed(metafile, 'metafiles'), [true]);
    assert.deepEqual(await probed(document('harbour.docx'), 'metafiles'), [false]);
    const harbour = ['notes', 'diagrams', 'pictures', 'mathematics'] as const;
    assert.deepEqual(await probed(document('harbour.md'), ...harbour), [true, false, true, false]);
    const text = await written('a.md', 'Costs 5 $.\n\n```mermaid\ngraph TD\n```\n');
    assert.deepEqual(await probed(text, 'diagrams', 'mathematics', 'tables'), [true, undefined, false]);
    const page = await written('a.html', '<p>A graph</p><pre class="mermaid">graph TD</pre>');
    assert.deepEqual(await probed(page, 'diagrams', 'tables'), [true, false]);
    const named = await written('named.html', '<p class="dot">A dot</p><p>mermaid</p>');
    assert.deepEqual(await probed(named, 'diagrams'), [undefined]);
  });

  it('finds formulas, sheets, and macros of workbooks', async () => {
    for (const format of ['xlsx', 'ods'])
      assert.deepEqual(await probed(data(`ledger.${format}`), 'formulas', 'sheets'), [true, true], format);
    const macros = {
      'xl/workbook.xml': strToU8('<?xml version="1.0"?><workbook/>'),
      'xl/vbaProject.bin': new Uint8Array(9),
    };
    const file = await written('macros.xlsm', zipSync(macros));
    assert.deepEqual(await probed(file, 'macros', 'sheets', 'formulas'), [true, false, undefined]);
    assert.deepEqual(await probed(data('ledger.xlsm'), 'macros'), [false]);
  });

  it('finds changes that are only in a file beside a database', async () => {
    const file = await written('notes.db', '');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a)');
    assert.deepEqual(await probed(file, 'writeAheadLog'), [true]);
    await symlink(file, `${file}.sqlite`);
    assert.deepEqual(await probed(`${file}.sqlite`, 'writeAheadLog'), [true]);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    assert.deepEqual(await probed(file, 'writeAheadLog'), [false]);
    database.exec('PRAGMA journal_mode = PERSIST; INSERT INTO t VALUES (1)');
    assert.ok((await stat(`${file}-journal`)).size > 0);
    assert.deepEqual(await probed(file, 'writeAheadLog'), [false]);
    database.exec('PRAGMA cache_size = 1; BEGIN; INSERT INTO t VALUES (zeroblob(1000000))');
    assert.deepEqual(await probed(file, 'writeAheadLog'), [true]);
    database.close();
  });

  it('finds tracks of audio and video', async () => {
    const names = ['video', 'cover', 'surround'] as const;
    assert.deepEqual(await probed(media('clip.mp4'), ...names), [true, false, false]);
    assert.deepEqual(await probed(media('tone.mp3'), ...names), [false, true, false]);
  });

  it('finds little in a locked document', async () => {
    assert.deepEqual(await probed(document('locked.odt'), 'tables', 'comments'), [undefined, undefined]);
    assert.deepEqual(await probe(document('locked.docx')), {});
  });

  it('detects the format from the content, whatever the name says', async () => {
    assert.equal((await probe(image('animated.gif'), 'still.png')).animation, true);
  });

  it('finds nothing in files that are damaged, hostile, or missing', async () => {
    const pipe = path.join(folder.path, 'pipe.png');
    execFileSync('mkfifo', [pipe]);
    for (const file of [pipe, folder.path, path.join(folder.path, 'none.png')]) {
      assert.deepEqual(await probe(file, 'a.png'), {});
    }
    for (const name of ['a.png', 'a.docx', 'a.mp4', 'a.ico', 'a.psd', 'a.pdf.unknown']) {
      assert.deepEqual(await probe(await written('zeros', Buffer.alloc(5)), name), {}, name);
    }
    for (const [format, bomb] of Object.entries(pixelBombs)) {
      const { transparency } = await probe(await written(`bomb.${format}`, bomb(50_000)));
      assert.notEqual(transparency, true, format);
    }
    assert.equal((await probe(image('animated.gif'))).animation, true);
  });

  it('ends when its signal aborts', async () => {
    const aborting = new AbortController();
    const probing = local.probe({ inputPath: image('alpha.png'), fileName: 'alpha.png' }, aborting.signal);
    aborting.abort();
    await assert.rejects(probing, { name: 'AbortError' });
  });
});
