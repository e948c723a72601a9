import assert from 'node:assert/strict';
import {
  estimatedBytes,
  partSettings,
  partToTry,
  shareOf,
} from '../../../../src/vscode/livePreview/trialPart.ts';

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
