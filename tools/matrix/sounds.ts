import assert from 'node:assert/strict';
import { audioOnly } from '../../src/engines/video/video.ts';
import {
  cover,
  pictureDigest,
  type Probe,
  probe,
  samples,
  type Stream,
} from '../../test/support/service/ffmpeg.ts';
import { media } from '../../test/support/service/fixtures.ts';
import { snr } from '../../test/support/service/signal.ts';
import type { Check } from './check.ts';

/** For each target of audio: the codec, the codecs that are copied, and the only sample rate. */
interface AudioTarget {
  readonly codec: string;
  readonly keeps?: readonly string[];
  readonly rate?: number;
}
const audioTargets: Readonly<Record<string, AudioTarget>> = {
  wav: { codec: 'pcm' },
  flac: { codec: 'flac' },
  m4a: { codec: 'aac' },
  mp3: { codec: 'mp3' },
  ogg: { codec: 'vorbis', keeps: ['vorbis'] },
  opus: { codec: 'opus', keeps: ['opus'], rate: 48_000 },
  mka: { codec: 'flac', keeps: ['mp3', 'opus', 'vorbis'] },
  weba: { codec: 'opus', keeps: ['opus', 'vorbis'], rate: 48_000 },
};
const lossless = /^(?:pcm|flac)/;
const tagNames = ['title', 'artist', 'album', 'track', 'date', 'genre'];
/** Formats without covers. */
const coverless = new Set(['wav', 'weba']);
/** Some decoders return a frame more or less than others. */
const maxFrames = 1152;
/**
 * The minimum similarity in decibels: of encoded sound; of decoded or copied sound, of which programs only round the
 * samples differently; and of sound that had more than 16 bits.
 */
const [decibels, sameDecibels, deepDecibels] = [20, 80, 110];

/** FFmpeg finds the same sound in the expected codec, and the same tags and cover. */
export const sameAudio: Check = async ({ from, to, source, output }) => {
  const [before, after] = [await probe(source, from), await probe(output, to)];
  const [heard, track] = [soundsOf(before)[0], soundsOf(after)[0]];
  const { codec, keeps = [], rate } = audioTargets[to] ?? { codec: '' };
  assert.ok(heard && track);
  const isKept = keeps.includes(heard.codec_name);
  assert.match(track.codec_name, new RegExp(`^${isKept ? heard.codec_name : codec}`));
  assert.equal(track.channels, heard.channels);
  assert.equal(Number(track.sample_rate), (isKept ? undefined : rate) ?? Number(heard.sample_rate));
  const exact = lossless.test(heard.codec_name) ? deepDecibels : sameDecibels;
  const least = isKept ? sameDecibels : lossless.test(codec) ? exact : decibels;
  const moreFrames = await assertSound(heard, 0, [source, from], [output, to], least);
  assert.ok(Math.abs(moreFrames) <= maxFrames, `${moreFrames} samples more`);
  for (const name of tagNames) assert.equal(after.tags[name], before.tags[name], name);
  assert.equal(hasCover(after), hasCover(before) && !coverless.has(to), 'cover');
  if (hasCover(after)) assert.deepEqual(await cover(output, to), await cover(source, from));
};

type File = readonly [content: Buffer, format: string];

/** Asserts that the track has similar samples, and returns how many more there are in each channel. */
async function assertSound(
  heard: Stream,
  track: number,
  before: File,
  after: File,
  least: number,
): Promise<number> {
  const channels = heard.channels ?? 0;
  const shape = { track, channels, sampleRate: Number(heard.sample_rate) };
  const [original, sound] = [await samples(...before, shape), await samples(...after, shape)];
  const likeness = snr(original, sound, channels);
  assert.ok(likeness >= least, `track ${track}: ${likeness.toFixed(1)} dB`);
  return (sound.length - original.length) / channels;
}

const soundsOf = ({ streams }: Probe): Stream[] => streams.filter((each) => each.codec_type === 'audio');
const hasCover = ({ streams }: Probe): boolean => streams.some((each) => each.codec_type === 'video');

/** A cover is a video with one picture. */
const isTrack = ({ codec_type, codec_name }: Stream): boolean =>
  codec_type === 'audio' || (codec_type === 'video' && codec_name !== 'mjpeg');
const facts = ({ codec_name, sample_rate, channels, width, height, side_data_list }: Stream): object => ({
  codec: codec_name,
  sound: [sample_rate, channels],
  size: [width, height],
  rotation: side_data_list?.find((each) => each.rotation !== undefined)?.rotation ?? 0,
});

const maxDriftSeconds = 0.03;
const maxLengthening = 0.06;

/** The delay of the audio after the video. */
function lag(streams: readonly Stream[]): number {
  const start = (type: string) => Number(streams.find((each) => each.codec_type === type)?.start_time);
  return start('audio') - start('video');
}

/** FFmpeg finds the same tracks with the same pictures and samples; only the number of skipped samples can differ. */
export const sameTracks: Check = async ({ from, to, source, output }) => {
  const [before, after] = [await probe(source, from), await probe(output, to)];
  const kept = audioOnly.has(to) ? soundsOf(before).slice(0, 1) : before.streams.filter(isTrack);
  assert.deepEqual(after.streams.filter(isTrack).map(facts), kept.map(facts));
  assert.ok(Math.abs(after.duration - before.duration) < maxLengthening, `${after.duration} s`);
  const sounds = kept.filter((each) => each.codec_type === 'audio');
  for (const [track, heard] of sounds.entries())
    await assertSound(heard, track, [source, from], [output, to], sameDecibels);
  if (sounds.length === kept.length) return;
  assert.equal(await pictureDigest(output, to), await pictureDigest(source, from));
  assert.ok(Math.abs(lag(after.streams) - lag(before.streams)) < maxDriftSeconds);
};

const deep = new Set(['wav', 'flac', 'aiff']);

export const audioSample = (from: string): string => media(`${deep.has(from) ? 'deep' : 'tone'}.${from}`);
export const remuxSample = (from: string): string =>
  media(`${from === 'm4a' || from === 'aac' ? 'tone' : 'clip'}.${from}`);
