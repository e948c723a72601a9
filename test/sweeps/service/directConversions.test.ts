import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { document, photo, sample } from '../../support/service/fixtures.ts';
import { decode, decodeFile, psnr } from '../../support/service/raster.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('A direct conversion', () => {
  const folder = useTemporaryFolder();
  const local = new LocalService({ scriptPath: bundle, log: () => undefined });
  after(() => local.dispose());

  /** Path of a result in a new folder. */
  const newOutput = async (): Promise<string> =>
    path.join(await mkdtemp(path.join(folder.path, 'own-')), 'output');
  const request = { options: {}, mayRunPrograms: true, isUrgent: true } as const;

  async function convert(
    file: string,
    { fileName = path.basename(file), to = 'webp', signal = new AbortController().signal } = {},
  ): Promise<Buffer> {
    const outputPath = await newOutput();
    const files = [{ path: file, fileName }];
    await local.convert({ ...request, tool: 'convert', files, to, outputPath }, signal);
    return readFile(outputPath);
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
    const { signal } = new AbortController();
    const files = [{ path: document('harbour.docx'), fileName: 'harbour.docx' }];
    const own = { ...request, tool: 'convert', files, outputPath: await newOutput() } as const;
    const toMarkdown = { ...own, to: 'md', options: { pictures: false }, mayRunPrograms: false };
    const { losses } = await local.convert(toMarkdown, signal);
    assert.ok(losses.includes('layout'));
    const toRst = { ...own, to: 'rst', outputPath: await newOutput() };
    await assert.rejects(local.convert({ ...toRst, mayRunPrograms: false }, signal), {
      code: 'conversions.unsupported_pair',
    });
    assert.equal((await local.convert(toRst, signal)).fileName, 'harbour.rst');
  });

  it('compresses in the file’s own format', async () => {
    const [source, outputPath] = [sample('coffee.jpg'), await newOutput()];
    const files = [{ path: source, fileName: 'coffee.jpg' }];
    const own = { ...request, files, options: { quality: 20 }, outputPath, mayRunPrograms: false };
    const { fileName } = await local.convert({ ...own, tool: 'compress' }, new AbortController().signal);
    assert.equal(fileName, 'coffee.jpg');
    const made = await readFile(outputPath);
    assert.ok(made.length < (await readFile(source)).length / 2);
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
