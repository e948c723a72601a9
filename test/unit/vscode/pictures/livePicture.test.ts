import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LocalService } from '../../../../src/vscode/localService/localService.ts';
import type { ComparedPicture, Previewer } from '../../../../src/vscode/pictures/pictureMaker.ts';
import {
  LivePicture,
  type LiveResult,
  estimatedBytes,
  partSettings,
  partToTry,
  shareOf,
} from '../../../../src/vscode/pictures/livePicture.ts';
import { becomes, eventually } from '../../../support/eventually.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

type Conversion = Parameters<LocalService['convert']>[0];
type Preview = Parameters<Previewer['preview']>[0];

const work = { tool: 'convert', targetFormat: 'webp' } as const;
const view = { part: { left: 0, top: 0, width: 0.5, height: 0.5 }, pixels: 100 };
const still: ComparedPicture = {
  format: 'jpg',
  width: 200,
  height: 100,
  file: 'source.png',
  sizeBytes: 9000,
};

async function reached(list: readonly unknown[], count: number): Promise<void> {
  await becomes(() => list.length, count);
}

describe('LivePicture', () => {
  const folder = useTemporaryFolder();

  /** A live picture whose conversions end when the test lets them. Results have 10 bytes for each step of quality. */
  async function build({ source = still, holdsPreviews = false } = {}) {
    const own = await mkdtemp(path.join(folder.path, 'tab-'));
    const closing = new AbortController();
    const results: LiveResult[] = [];
    const wholes: { quality: unknown; signal: AbortSignal; finish: () => void }[] = [];
    const parts: { quality: unknown; inputPath: string; finish: () => void }[] = [];
    const previews: { finish: () => void }[] = [];
    const decoded: unknown[] = [];
    const copies = await mkdtemp(path.join(folder.path, 'copy-'));
    const convert = async (request: Conversion, signal: AbortSignal) => {
      const quality = Number(request.options['quality'] ?? 0);
      if (request.to !== 'tiff') {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        wholes.push({ quality, signal, finish: resolve });
        await promise;
      }
      if (request.to === 'tiff') decoded.push(request);
      await writeFile(request.outputPath, Buffer.alloc(quality * 10));
      return { fileName: '', losses: [] };
    };
    const preview = async ({ part, inputPath, outputPath }: Preview) => {
      const quality = Number(part?.options['quality'] ?? 0);
      if (part !== undefined) {
        const { promise, resolve } = Promise.withResolvers<void>();
        parts.push({ quality, inputPath, finish: resolve });
        await promise;
      } else if (holdsPreviews) {
        const { promise, resolve } = Promise.withResolvers<void>();
        previews.push({ finish: resolve });
        await promise;
      }
      await writeFile(outputPath, 'png');
      return { format: 'webp', width: 1, height: 1, encodedBytes: quality };
    };
    const picture = new LivePicture({
      converter: { convert, preview },
      inputPath: path.join(copies, 'input'),
      fileName: 'photo.jpg',
      source,
      folder: own,
      mayRunPrograms: false,
      signal: closing.signal,
      onDidChange: (result) => results.push(result),
    });
    const use = (quality: number): void => picture.use({ work, options: { quality } });
    return { picture, results, wholes, parts, previews, decoded, use, own, copies, closing };
  }

  it('shows the visible part with an estimate, and then the whole with its size', async () => {
    const { picture, results, wholes, parts, use, own } = await build();
    picture.look(view);
    use(80);
    await reached(parts, 1);
    parts[0]?.finish();
    await reached(wholes, 1);
    const [estimate] = results;
    assert.equal(estimate?.isExact, false);
    assert.ok((estimate?.picture?.part?.width ?? 1) < 1);
    assert.ok((estimate?.bytes ?? 0) > 80);
    wholes[0]?.finish();
    const last = await eventually(
      () => results.at(-1),
      (result) => result?.isExact === true && result.picture?.part === undefined,
    );
    assert.equal(last?.bytes, 800);
    await eventually(
      () => readdirSync(own),
      (files) => files.length === 1 && files[0] === last?.picture?.file,
    );
  });

  it('cancels the whole for newer settings, and tries only the latest of several', async () => {
    const { picture, results, wholes, parts, use } = await build();
    picture.look(view);
    use(80);
    await reached(parts, 1);
    parts[0]?.finish();
    await reached(wholes, 1);
    use(70);
    assert.equal(wholes[0]?.signal.aborted, true);
    await reached(parts, 2);
    use(60);
    use(50);
    parts[1]?.finish();
    await reached(parts, 3);
    parts[2]?.finish();
    await reached(wholes, 2);
    assert.deepEqual(
      parts.map(({ quality }) => quality),
      [80, 70, 50],
    );
    assert.equal(wholes[1]?.quality, 50);
    // Results for quality 70 are never shown.
    assert.equal(results.filter(({ picture: shown }) => shown?.part !== undefined).length, 2);
  });

  it('never shows a whole that newer settings have canceled, and deletes its files', async () => {
    const { picture, results, wholes, previews, use, own, copies } = await build({ holdsPreviews: true });
    use(80);
    await reached(wholes, 1);
    wholes[0]?.finish();
    await reached(previews, 1);
    use(70);
    const { length } = results;
    previews[0]?.finish();
    await reached(wholes, 2);
    await eventually(
      () => [...readdirSync(own), ...readdirSync(copies)],
      (files) => files.length === 1,
    );
    assert.deepEqual(results.slice(length), []);
    assert.deepEqual(picture.result, { isExact: false });
  });

  it('tries settings on the first frame of an animation, without writing all frames', async () => {
    const { picture, parts, decoded, use, own } = await build({ source: { ...still, frames: 10_000 } });
    picture.look(view);
    use(80);
    await reached(parts, 1);
    assert.equal(parts[0]?.inputPath, path.join(own, still.file));
    assert.deepEqual(decoded, []);
  });

  it('estimates no size of an animation', async () => {
    const { picture, results, wholes, parts, use } = await build({ source: { ...still, frames: 2 } });
    picture.look(view);
    use(80);
    await reached(parts, 1);
    parts[0]?.finish();
    await reached(wholes, 1);
    assert.deepEqual(
      results.map(({ bytes }) => bytes),
      [undefined],
    );
  });

  it('ends everything and deletes its pictures when the tab is closed or shows another file', async () => {
    const { picture, wholes, parts, use, closing, results, own } = await build();
    picture.look(view);
    use(80);
    await reached(parts, 1);
    parts[0]?.finish();
    await reached(wholes, 1);
    const { length } = results;
    assert.equal(readdirSync(own).length, 1);
    closing.abort();
    assert.equal(wholes[0]?.signal.aborted, true);
    await becomes(() => readdirSync(own), []);
    assert.equal(results.length, length);
  });
});

const size = { width: 4000, height: 3000 };
const toWebp = { tool: 'convert', targetFormat: 'webp' } as const;
const compress = { tool: 'compress', targetFormat: undefined } as const;

describe('partSettings', () => {
  it('keeps the options of the encoder, and turns the size into a scale', () => {
    const options = { quality: 70, width: 1000, height: 1500, metadata: 'stripAll' };
    const expected = { tool: 'convert', to: 'webp', options: { quality: 70 }, scale: 0.25 };
    assert.deepEqual(partSettings(toWebp, 'jpg', options, size), expected);
    const smaller = partSettings(compress, 'jpg', { quality: 60, maxHeight: 1500, leastSaving: 5 }, size);
    assert.deepEqual(smaller, { tool: 'compress', to: 'jpg', options: { quality: 60 }, scale: 0.5 });
  });

  it('never enlarges', () => {
    assert.equal(partSettings(toWebp, 'jpg', { width: 9000 }, size)?.scale, 1);
  });

  it('is undefined if only the whole image shows the effect', () => {
    for (const options of [{ fit: 'cover', width: 9 }, { padding: 10 }])
      assert.equal(partSettings(toWebp, 'jpg', options, size), undefined);
    assert.equal(partSettings(compress, 'jpg', { maxKilobytes: 100 }, size), undefined);
    assert.equal(partSettings(compress, 'svg', {}, size), undefined);
    for (const targetFormat of ['ico', 'svg', 'pdf'])
      assert.equal(partSettings({ tool: 'convert', targetFormat }, 'png', {}, size), undefined);
  });
});

describe('partToTry', () => {
  const settings = { tool: 'convert', to: 'webp', options: {}, scale: 1 } as const;

  it('is what can be seen, in whole blocks, in full resolution', () => {
    const part = { left: 0.251, top: 0.5, width: 0.2, height: 0.2 };
    const { region, scaledTo } = partToTry(size, settings, { part, pixels: 800 });
    assert.deepEqual(region, { left: 992, top: 1488, width: 816, height: 624 });
    assert.deepEqual(scaledTo, { width: 816, height: 624 });
  });

  it('has no more pixels than the screen, and than the result', () => {
    const part = { left: 0, top: 0, width: 1, height: 1 };
    const fitting = partToTry(size, settings, { part, pixels: 1000 });
    assert.deepEqual(fitting.region, { left: 0, top: 0, ...size });
    assert.deepEqual(fitting.scaledTo, { width: 1000, height: 750 });
    const small = partToTry(size, { ...settings, scale: 0.1 }, { part, pixels: 1000 });
    assert.deepEqual(small.scaledTo, { width: 400, height: 300 });
    const { scaledTo } = partToTry(size, settings, { part, pixels: 4000 });
    assert.ok(scaledTo.width * scaledTo.height < 2_010_000);
  });

  it('stays within the image, whatever the page claims', () => {
    const far = { left: 1, top: 1, width: 1, height: 1 };
    for (const each of [size, { width: 1, height: 1 }]) {
      const { region, scaledTo } = partToTry(each, settings, { part: far, pixels: 1 });
      assert.ok(region.left + region.width <= each.width && region.top + region.height <= each.height);
      assert.ok(region.width >= 1 && region.height >= 1 && scaledTo.width >= 1 && scaledTo.height >= 1);
    }
  });

  it('is a share of the sides, from which the size of the whole is estimated', () => {
    const region = { left: 1000, top: 1500, width: 2000, height: 750 };
    assert.deepEqual(shareOf(region, size), { left: 0.25, top: 0.5, width: 0.5, height: 0.25 });
    const scaledTo = { width: 1000, height: 375 };
    assert.equal(estimatedBytes(100, { scaledTo }, size, settings), 3200);
    assert.equal(estimatedBytes(100, { scaledTo }, size, { ...settings, scale: 0.5 }), 800);
  });
});
