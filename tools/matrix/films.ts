import assert from 'node:assert/strict';
import type { FormatKind } from '../../src/contract/formats/format.ts';
import { audioTargets, silentSources, videoTargets } from '../../src/engines/programs/ffmpeg/formats.ts';
import { decode, inspect, type Raster } from '../../test/support/service/raster.ts';
import type { Check, Converted } from './check.ts';
import { assertAlike } from './pictures.ts';
import { firstPicture, mediaFacts, toneOf } from './programs/media.ts';
import { samplePitch, sampleSize } from './programs/mediaSamples.ts';

const leastPsnr = 20;

/** The output has a second of the same picture, of the same tone, or of both, as far as both formats can. */
export const sameFilm: Check = async (converted) => {
  const { from, to, output } = converted;
  const isPicture = kindOfFilm(to) === 'images';
  if (isPicture) {
    assertAlike(await sourcePicture(converted), await decode(output, to), leastPsnr);
    assert.equal((await inspect(output, to)).frames > 1, to === 'gif' || to === 'webp');
    return;
  }
  const { seconds, width, height, hasVideo, hasAudio } = await mediaFacts(output, to);
  const isVideo = kindOfFilm(to) === 'video';
  assert.equal(hasVideo, isVideo);
  const sounds = to !== 'y4m' && !Object.hasOwn(silentSources, from);
  if (sounds) await assertTone(converted);
  if (!isVideo) return;
  assert.equal(hasAudio, sounds);
  assert.deepEqual({ width, height }, sampleSize);
  if (seconds !== undefined) assertSecond(seconds);
  assertAlike(await sourcePicture(converted), await firstPicture(output, to), leastPsnr);
};

export function kindOfFilm(to: string): FormatKind {
  if (Object.hasOwn(audioTargets, to)) return 'audio';
  return Object.hasOwn(videoTargets, to) || to === 'y4m' ? 'video' : 'images';
}

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
