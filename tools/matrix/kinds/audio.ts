import assert from 'node:assert/strict';
import { cover, probe, samples } from '../../../test/support/service/ffmpeg.ts';
import { media } from '../../../test/support/service/fixtures.ts';
import { snr } from '../../../test/support/service/signal.ts';
import type { Check, Proofs } from '../proofs.ts';

interface Expected {
  /** The codec for re-encoding, used unless the source's codec is kept. */
  readonly codec: string;
  readonly keeps: readonly string[];
  readonly decibels: number;
  readonly sampleRate?: number;
  readonly holdsCover: boolean;
}

const tagNames = ['title', 'artist', 'album', 'track', 'date', 'genre'];
/** Some decoders return a frame more or less than others. */
const maxFrames = 1152;
/** Copied or lossless audio differs only by rounding. */
const sameDecibels = 80;

/** The output has the same length, channels, rate, samples, and depth, and the same tags and cover. */
const sameSound =
  ({ codec, keeps, decibels, sampleRate, holdsCover }: Expected): Check =>
  async ({ from, to, source, output }) => {
    const [before, after] = [await probe(source, from), await probe(output, to)];
    const [heard, track] = [before, after].map(({ streams }) =>
      streams.find((each) => each.codec_type === 'audio'),
    );
    assert.ok(heard && track);
    const isKept = keeps.includes(heard.codec_name);
    assert.equal(track.codec_name, isKept ? heard.codec_name : codec);
    assert.equal(track.channels, heard.channels);
    assert.equal(Number(track.sample_rate), (isKept ? undefined : sampleRate) ?? Number(heard.sample_rate));
    if (track.codec_name === 'flac') assert.equal(bitsOf(track), bitsOf(heard));
    const shape = { channels: heard.channels ?? 0, sampleRate: Number(heard.sample_rate) };
    const [original, sound] = [await samples(source, from, shape), await samples(output, to, shape)];
    const difference = sound.length - original.length;
    assert.ok(Math.abs(difference) <= maxFrames * shape.channels, `${difference} samples more`);
    const likeness = snr(original, sound, shape.channels);
    assert.ok(likeness >= (isKept ? sameDecibels : decibels), `${likeness.toFixed(1)} dB`);
    for (const name of tagNames) assert.equal(after.tags[name], before.tags[name], name);
    const [hadCover, hasCover] = [before, after].map(({ streams }) =>
      streams.some((each) => each.codec_type === 'video'),
    );
    assert.equal(hasCover, hadCover && holdsCover, 'cover');
    if (hasCover) assert.deepEqual(await cover(output, to), await cover(source, from));
  };

const bitsOf = ({ bits_per_raw_sample }: { readonly bits_per_raw_sample?: string }): number =>
  Number(bits_per_raw_sample ?? 16);

const opus = { codec: 'opus', decibels: 20, sampleRate: 48_000 };

export const audioProofs: readonly Proofs[] = [
  {
    engine: 'audio',
    kind: 'audio',
    samples: {
      wav: media('deep.wav'),
      flac: media('deep.flac'),
      aiff: media('deep.aiff'),
      au: media('tone.au'),
      w64: media('tone.w64'),
      ...Object.fromEntries(
        ['mp3', 'ogg', 'opus', 'mka', 'weba'].map((format) => [format, media(`tone.${format}`)]),
      ),
    },
    checks: {
      wav: async (converted) => {
        const { streams } = await probe(converted.source, converted.from);
        const isDeep = streams.some((each) => each.codec_type === 'audio' && bitsOf(each) === 24);
        const codec = isDeep ? 'pcm_s24le' : 'pcm_s16le';
        await sameSound({ codec, keeps: [], decibels: sameDecibels, holdsCover: false })(converted);
      },
      flac: sameSound({ codec: 'flac', keeps: [], decibels: sameDecibels, holdsCover: true }),
      m4a: sameSound({ codec: 'aac', keeps: [], decibels: 20, holdsCover: true }),
      mp3: sameSound({ codec: 'mp3', keeps: [], decibels: 20, holdsCover: true }),
      ogg: sameSound({ codec: 'vorbis', keeps: ['vorbis'], decibels: 20, holdsCover: true }),
      opus: sameSound({ ...opus, keeps: ['opus'], holdsCover: true }),
      mka: sameSound({
        codec: 'flac',
        keeps: ['mp3', 'opus', 'vorbis'],
        decibels: sameDecibels,
        holdsCover: true,
      }),
      weba: sameSound({ ...opus, keeps: ['opus', 'vorbis'], holdsCover: false }),
    },
  },
];
