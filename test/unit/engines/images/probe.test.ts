import assert from 'node:assert/strict';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Traits } from '../../../../src/contract/losses.ts';
import { probeImage } from '../../../../src/engines/images/probe.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('probeImage', () => {
  const folder = useTemporaryFolder();

  async function traitsOf(from: 'jpg' | 'png', image: Sharp): Promise<Traits> {
    const inputPath = path.join(folder.path, `a.${from}`);
    await image.toFile(inputPath);
    const work = { tool: 'convert', engine: 'imageProbe', to: from, options: {}, outputPath: '' } as const;
    const { traits } = await probeImage({ ...work, from, inputPath, fileName: `a.${from}`, inputBytes: 0 });
    return traits ?? {};
  }

  it('sees the colors of a large photo in its upper part, but doesn’t conclude that the rest has none', async () => {
    const size = { width: 3000, height: 2100 };
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const photo = sharp({ create: { ...size, channels: 3, background: 'white', noise } });
    const { colors, color } = await traitsOf('jpg', photo);
    assert.deepEqual([colors, color], [true, true]);
    const blank = sharp({ create: { ...size, channels: 3, background: 'white' } });
    const seen = await traitsOf('png', blank);
    assert.deepEqual([seen.colors, seen.color, seen.shades], [undefined, undefined, undefined]);
  });
});
