import assert from 'node:assert/strict';
import { audioOnly } from '../../../src/engines/video/video.ts';
import { pictureDigest, probe, samples, type Stream } from '../../../test/support/service/ffmpeg.ts';
import { media } from '../../../test/support/service/fixtures.ts';
import { snr } from '../../../test/support/service/signal.ts';
import type { Check, Proofs } from '../proofs.ts';

const maxDriftSeconds = 0.03;
const maxLengthening = 0.06;
/** The encoded bytes are identical; only the number of skipped first samples can differ. */
const minDecibels = 80;

const facts = ({ codec_name, sample_rate, channels, width, height }: Stream): object => ({
  codec: codec_name,
  sound: [sample_rate, channels],
  size: [width, height],
});
/** A cover is a video with one picture. */
const isTrack = ({ codec_type, codec_name }: Stream): boolean =>
  codec_type === 'audio' || (codec_type === 'video' && codec_name !== 'mjpeg');

const rotation = ({ side_data_list }: Stream): number =>
  side_data_list?.find((each) => each.rotation !== undefined)?.rotation ?? 0;

/** The delay of the audio after the video. */
function lag(streams: readonly Stream[]): number {
  const start = (type: string) => Number(streams.find((each) => each.codec_type === type)?.start_time);
  return start('audio') - start('video');
}

const sameTracks: Check = async ({ from, to, source, output }) => {
  const [before, after] = [await probe(source, from), await probe(output, to)];
  const kept = before.streams.filter(isTrack);
  const expected = audioOnly.has(to) ? kept.filter((each) => each.codec_type === 'audio').slice(0, 1) : kept;
  const tracks = after.streams.filter(isTrack);
  assert.deepEqual(tracks.map(facts), expected.map(facts));
  assert.ok(Math.abs(after.duration - before.duration) < maxLengthening, `${after.duration} s`);
  const sounds = expected.filter((each) => each.codec_type === 'audio');
  for (const [track, { channels = 0, sample_rate }] of sounds.entries()) {
    const sound = { track, channels, sampleRate: Number(sample_rate) };
    const likeness = snr(await samples(source, from, sound), await samples(output, to, sound), channels);
    assert.ok(likeness > minDecibels, `track ${track}: ${likeness.toFixed(1)} dB`);
  }
  if (tracks.every((each) => each.codec_type === 'audio')) return;
  assert.equal(await pictureDigest(output, to), await pictureDigest(source, from));
  assert.ok(Math.abs(lag(after.streams) - lag(before.streams)) < maxDriftSeconds);
  assert.deepEqual(tracks.map(rotation), expected.map(rotation));
};

const targets = ['mp4', 'mov', 'mkv', 'ts', ...audioOnly];

export const remuxProofs: readonly Proofs[] = [
  {
    engine: 'remux',
    kind: 'video',
    samples: {
      ...Object.fromEntries(
        ['mp4', 'm4v', 'mov', '3gp', 'mkv', 'm2ts', 'webm'].map((format) => [
          format,
          media(`clip.${format}`),
        ]),
      ),
      m4a: media('tone.m4a'),
      aac: media('tone.aac'),
    },
    checks: Object.fromEntries(targets.map((format) => [format, sameTracks])),
  },
];
