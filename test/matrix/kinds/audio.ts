import assert from 'node:assert/strict';
import { probe, samples } from '../../support/service/ffmpeg.ts';
import { media } from '../../support/service/fixtures.ts';
import { snr } from '../../support/service/signal.ts';
import type { Check, Proofs } from '../proofs.ts';

interface Expected {
  readonly codec: RegExp;
  readonly decibels: number;
  readonly sampleRate?: number;
}

const tagNames = ['title', 'artist', 'album', 'track', 'date', 'genre'];
/** Some decoders give a frame more or less than others. */
const maxFrames = 1152;

/** The same sound: its length, channels, rate and samples, as deep as before, under the same tags. */
const sameSound =
  ({ codec, decibels, sampleRate }: Expected): Check =>
  async ({ from, to, source, output }) => {
    const [before, after] = [await probe(source, from), await probe(output, to)];
    const [heard, track] = [before, after].map(({ streams }) =>
      streams.find((each) => each.codec_type === 'audio'),
    );
    assert.ok(heard && track);
    assert.match(track.codec_name, codec);
    assert.equal(track.channels, heard.channels);
    assert.equal(Number(track.sample_rate), sampleRate ?? Number(heard.sample_rate));
    if (to === 'flac') assert.equal(Number(track.bits_per_raw_sample), bitsOf(heard.bits_per_raw_sample));
    const shape = { channels: heard.channels ?? 0, sampleRate: Number(heard.sample_rate) };
    const [original, sound] = [await samples(source, from, shape), await samples(output, to, shape)];
    assert.ok(
      Math.abs(sound.length - original.length) <= maxFrames * shape.channels,
      `${sound.length} samples`,
    );
    const likeness = snr(original, sound, shape.channels);
    assert.ok(likeness >= decibels, `${likeness.toFixed(1)} dB`);
    for (const name of tagNames) assert.equal(after.tags[name], before.tags[name], name);
  };

const bitsOf = (declared: string | undefined): number => Number(declared ?? 16);

const opus: Expected = { codec: /^opus$/, decibels: 20, sampleRate: 48_000 };

export const audioProofs: readonly Proofs[] = [
  {
    engine: 'audio',
    kind: 'audio',
    samples: {
      wav: media('deep.wav'),
      flac: media('deep.flac'),
      ...Object.fromEntries(
        ['mp3', 'ogg', 'opus', 'mka', 'weba'].map((format) => [format, media(`tone.${format}`)]),
      ),
    },
    checks: {
      wav: sameSound({ codec: /^pcm_s(?:16|24)le$/, decibels: 80 }),
      flac: sameSound({ codec: /^flac$/, decibels: 80 }),
      mp3: sameSound({ codec: /^mp3$/, decibels: 20 }),
      ogg: sameSound({ codec: /^vorbis$/, decibels: 20 }),
      opus: sameSound(opus),
      mka: sameSound(opus),
      weba: sameSound(opus),
    },
  },
];
