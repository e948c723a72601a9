import assert from 'node:assert/strict';
import { probe } from '../../../test/support/service/ffmpeg.ts';
import { image } from '../../../test/support/service/fixtures.ts';
import { momentsOf, momentsOfFilm } from '../../../test/support/service/moments.ts';
import { cropped, psnr } from '../../../test/support/service/raster.ts';
import type { Check, Proofs } from '../proofs.ts';

/** The color resolution of a video is half of the picture's. */
const minPsnr = 30;
const even = (pixels: number): number => pixels + (pixels % 2);

/** Compares all pictures of the animation and their durations, with the size rounded to even numbers. */
const sameMoments: Check = async ({ from, to, source, output }) => {
  const before = await momentsOf(source, from);
  const after = await momentsOfFilm(output, to);
  assert.deepEqual(
    after.map((each) => each.durationMs),
    before.map((each) => each.durationMs),
  );
  for (const [index, { picture }] of before.entries()) {
    const shown = after[index]?.picture;
    assert.ok(shown);
    assert.deepEqual([shown.width, shown.height], [even(picture.width), even(picture.height)]);
    const likeness = psnr(picture, cropped(shown, picture));
    assert.ok(likeness >= minPsnr, `picture ${index}: ${likeness.toFixed(1)} dB`);
  }
  const { streams } = await probe(output, to);
  assert.deepEqual(
    streams.map((each) => each.codec_name),
    ['h264'],
  );
};

export const animationVideoProofs: readonly Proofs[] = [
  {
    engine: 'animationVideo',
    kind: 'video',
    samples: {
      apng: image('animated.apng'),
      gif: image('animated.gif'),
      webp: image('animated.webp'),
    },
    checks: { mp4: sameMoments, mov: sameMoments, mkv: sameMoments },
  },
];
