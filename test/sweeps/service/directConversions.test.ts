import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { document, photo, sample } from '../../support/service/fixtures.ts';
import { decode, decodeFile, psnr } from '../../support/service/raster.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('A direct conversion', () => {
  const folder = useTemporaryFolder();
  let local: LocalService;

  beforeEach(() => {
    local = new LocalService({
      scriptPath: bundle,
      temporaryRoot: path.join(folder.path, 'service'),
      log: () => undefined,
    });
  });

  afterEach(() => local.dispose());

  async function convert(
    file: string,
    { fileName = path.basename(file), to = 'webp', signal = new AbortController().signal } = {},
  ): Promise<Buffer> {
    const own = await mkdtemp(path.join(folder.path, 'own-'));
    const places = { inputPath: path.join(own, 'input'), outputPath: path.join(own, 'output') };
    await copyFile(file, places.inputPath);
    await local.convert({ tool: 'convert', ...places, fileName, to, mayRunPrograms: true }, signal);
    return readFile(places.outputPath);
  }

  it('detects the format from the content, and writes a file that other programs can read', async () => {
    for (const [file, format] of [
      [photo('heic'), 'heic'],
      [sample('coffee.jpg'), 'jpg'],
    ] as const) {
      const made = await decode(await convert(file, { fileName: 'picture.png' }), 'webp');
      assert.ok(psnr(made, await decodeFile(file, format)) > 30, format);
    }
  });

  it('reports what is left out, and runs no program without permission', async () => {
    const own = await mkdtemp(path.join(folder.path, 'own-'));
    const places = { inputPath: path.join(own, 'input'), outputPath: path.join(own, 'output') };
    await copyFile(document('harbour.docx'), places.inputPath);
    const { signal } = new AbortController();
    const request = {
      tool: 'convert' as const,
      ...places,
      fileName: 'harbour.docx',
      to: 'md',
      options: { pictures: false },
    };
    const losses = await local.convert({ ...request, mayRunPrograms: false }, signal);
    assert.ok(losses.includes('layout'));
    const toRst = { ...request, to: 'rst', options: {}, mayRunPrograms: false };
    await assert.rejects(local.convert(toRst, signal), { code: 'conversions.unsupported_pair' });
  });

  it('compresses in the file’s own format', async () => {
    const own = await mkdtemp(path.join(folder.path, 'own-'));
    const places = { inputPath: path.join(own, 'input'), outputPath: path.join(own, 'output') };
    await copyFile(sample('coffee.jpg'), places.inputPath);
    const request = { ...places, fileName: 'coffee.jpg', options: { quality: 20 }, mayRunPrograms: false };
    await local.convert({ tool: 'compress', ...request }, new AbortController().signal);
    const made = await readFile(places.outputPath);
    assert.ok(made.length < (await readFile(places.inputPath)).length / 2);
    assert.ok(psnr(await decode(made, 'jpg'), await decodeFile(sample('coffee.jpg'), 'jpg')) > 20);
  });

  it('explains why it failed', async () => {
    await assert.rejects(convert(sample('notes.txt')), {
      code: 'conversions.unsupported_pair',
    });
    const half = path.join(folder.path, 'half.png');
    await writeFile(half, (await readFile(sample('cat.png'))).subarray(0, 2000));
    await assert.rejects(convert(half), { code: 'conversion.invalid_input' });
  });

  it('stops if nobody waits for it any longer', async () => {
    await local.start();
    const abort = new AbortController();
    const made = convert(photo('heic'), { signal: abort.signal });
    abort.abort();
    await assert.rejects(made, { name: 'AbortError' });
    assert.ok((await convert(sample('cat.png'))).length > 0);
  });
});
