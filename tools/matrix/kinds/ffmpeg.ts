import assert from 'node:assert/strict';
import type { FormatKind } from '../../../src/contract/formats/format.ts';
import {
  audioTargets,
  pictureTargets,
  silentSources,
  videoTargets,
} from '../../../src/engines/programs/ffmpeg/formats.ts';
import { decode, inspect, psnr, type Raster } from '../../../test/support/service/raster.ts';
import { firstPicture, mediaFacts, toneOf } from '../programs/media.ts';
import { makeMediaSamples, mediaSamples, samplePitch, sampleSize } from '../programs/mediaSamples.ts';
import type { Check, Converted, Proofs } from '../proofs.ts';

/** The output has a second of the same picture and, if the source has a tone, of the same tone. */
const sameVideo: Check = async (converted) => {
  const { from, to, output } = converted;
  const { seconds, width, height, hasAudio } = await mediaFacts(output, to);
  assert.deepEqual({ width, height }, sampleSize);
  if (seconds !== undefined) assertSecond(seconds);
  assertAlike(await sourcePicture(converted), await firstPicture(output, to));
  const sounds = !Object.hasOwn(silentSources, from) && Object.hasOwn(videoTargets, to);
  assert.equal(hasAudio, sounds);
  if (sounds) await assertTone(converted);
};

const sameSound: Check = async (converted) => {
  const { hasVideo } = await mediaFacts(converted.output, converted.to);
  assert.equal(hasVideo, false);
  await assertTone(converted);
};

/** A picture as ImageMagick decodes it. */
const samePicture: Check = async (converted) => {
  const { to, output } = converted;
  assertAlike(await sourcePicture(converted), await decode(output, to));
  assert.equal((await inspect(output, to)).frames > 1, to === 'gif' || to === 'webp');
};

const sourcePictures = new Map<string, Promise<Raster>>();

/** Each sample is decoded once, regardless of its number of targets. */
function sourcePicture({ from, source }: Converted): Promise<Raster> {
  const picture = sourcePictures.get(from) ?? firstPicture(source, from);
  sourcePictures.set(from, picture);
  return picture;
}

function assertSecond(seconds: number): void {
  assert.ok(seconds > 0.85 && seconds < 1.4, `${seconds} s`);
}

async function assertTone({ to, output }: Converted): Promise<void> {
  const { seconds, soundingSeconds, hertz } = await toneOf(output, to);
  assertSecond(seconds);
  assertSecond(soundingSeconds);
  assert.ok(Math.abs(hertz - samplePitch) < 20, `${hertz} Hz`);
}

function assertAlike(before: Raster, after: Raster): void {
  const likeness = psnr(before, after);
  assert.ok(likeness > 20, `${likeness} dB`);
}

const all = (formats: object, check: Check): Record<string, Check> =>
  Object.fromEntries(Object.keys(formats).map((format) => [format, check]));

export const ffmpegProofs: readonly Proofs[] = [
  {
    engine: 'ffmpeg',
    kind: (to): FormatKind => {
      if (Object.hasOwn(audioTargets, to)) return 'audio';
      return Object.hasOwn(videoTargets, to) || to === 'y4m' ? 'video' : 'images';
    },
    prepare: makeMediaSamples,
    samples: mediaSamples,
    checks: {
      ...all(pictureTargets, samePicture),
      ...all(videoTargets, sameVideo),
      ...all(audioTargets, sameSound),
      y4m: sameVideo,
    },
  },
];
