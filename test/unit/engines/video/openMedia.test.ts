import assert from 'node:assert/strict';
import path from 'node:path';
import { probeMedia } from '../../../../src/engines/video/openMedia.ts';
import { media } from '../../../support/service/fixtures.ts';

const seen = async (inputPath: string): Promise<(boolean | undefined)[]> => {
  const fileName = path.basename(inputPath);
  const from = path.extname(fileName).slice(1);
  const work = { tool: 'convert', engine: 'mediaProbe', to: from, options: {}, outputPath: '' } as const;
  const { traits = {} } = await probeMedia({ ...work, from, inputPath, fileName, inputBytes: 0 });
  return [traits.animation, traits.sound, traits.video];
};

describe('probeMedia', () => {
  it('finds the motion and sound that a still picture would lose', async () => {
    assert.deepEqual(await seen(media('clip.mp4')), [true, true, true]);
    assert.deepEqual(await seen(media('tone.m4a')), [false, true, false]);
    assert.deepEqual(await seen(media('deep.aiff')), [undefined, undefined, undefined]);
  });
});
