import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { fault } from '../../../../src/contract/fault.ts';
import type { EngineTask } from '../../../../src/engines/api/task.ts';
import { convertImage } from '../../../../src/engines/images/convert.ts';
import { openImage, useThreads } from '../../../../src/engines/images/open.ts';
import { image as fixture, sample } from '../../../support/service/fixtures.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('openImage', () => {
  const folder = useTemporaryFolder();

  it('reads no file beside an SVG', async () => {
    copyFileSync(sample('cat.png'), path.join(folder.path, 'cat.png'));
    const file = path.join(folder.path, 'input');
    writeFileSync(
      file,
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="cat.png" width="9" height="9"/></svg>',
    );
    const { image } = await openImage(file);
    assert.deepEqual([...new Set(await image.raw().toBuffer())], [0]);
  });

  it('decompresses at most 100 MB of an SVG, before libvips reads any', async () => {
    const unended = Buffer.alloc(101 * 1024 ** 2, ' ');
    unended.write('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">');
    await assert.rejects(openImage(gzipSync(unended, { level: 1 })), { fault: fault('file.size') });
  });

  it('opens a compressed SVG, but no other compressed image', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    assert.equal((await openImage(gzipSync(svg))).metadata.format, 'svg');
    const other = gzipSync(readFileSync(sample('cat.png')));
    await assert.rejects(openImage(other), { fault: fault('image.unreadable') });
  });

  it('leaves the frames of an animation as stored', async () => {
    const frames = Buffer.alloc(6 * 4 * 2 * 3, 'ff000000ff00', 'hex').fill(9, 0, 6 * 4 * 3);
    const raw = { width: 6, height: 8, channels: 3, pageHeight: 4 } as const;
    const image = sharp(frames, { raw }).withMetadata({ orientation: 6 });
    const webp = await image.webp({ lossless: true, delay: [90, 90] }).toBuffer();
    const opened = await openImage(webp, { animated: true });
    assert.equal(opened.metadata.orientation, 6);
    assert.deepEqual(await opened.image.removeAlpha().raw().toBuffer(), frames);
  });
});

describe('convertImage', () => {
  const folder = useTemporaryFolder();

  afterEach(() => useThreads());

  const workOn = (inputPath: string, from: string): EngineTask => ({
    tool: 'convert',
    engine: 'image',
    from,
    to: 'webp',
    options: {},
    inputPath,
    inputBytes: 0,
    fileName: path.basename(inputPath),
    outputPath: path.join(folder.path, 'output.webp'),
  });

  it('uses only the given number of processors', async () => {
    const work = workOn(sample('cat.png'), 'png');
    await convertImage({ ...work, threads: 3 });
    assert.equal(sharp.concurrency(), 3);
    await convertImage(work);
    assert.notEqual(sharp.concurrency(), 3);
  });

  it('reports a truncated GIF as damaged', async () => {
    const whole = readFileSync(fixture('animated.gif'));
    const damaged = { code: 'conversion.invalid_input', message: 'The image is damaged and can’t be read.' };
    const file = path.join(folder.path, 'a.gif');
    for (const gif of [whole.subarray(0, -1000), whole.subarray(0, whole.length / 2)]) {
      writeFileSync(file, gif);
      await assert.rejects(convertImage(workOn(file, 'gif')), damaged);
    }
  });
});
