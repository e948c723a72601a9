import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ownValue } from '../../src/util/ownValue.ts';
import { probe, samples } from '../../test/support/service/ffmpeg.ts';
import { inFolder } from '../../test/support/service/lentFiles.ts';
import { printed } from '../../test/support/service/program.ts';
import { snr } from '../../test/support/service/signal.ts';
import { decoder, type DecoderComparison, type ReferenceDecoder } from './referenceDecoder.ts';

export interface Sound {
  /** Hertz. */
  readonly rate: number;
  readonly channels: number;
  /** From -1 to 1, the channels interleaved. */
  readonly samples: Float32Array;
}

/** A command that converts a file to WAV. */
type ToWav = (file: string, wav: string) => [program: string, args: readonly string[]];

const sox: ToWav = (file, wav) => ['sox', ['-V1', '-D', file, '-e', 'floating-point', '-b', '32', wav]];
/** SoX ignores the padding information of MP3, which the program of its authors doesn't. */
const toWav: Readonly<Record<string, ToWav>> = {
  ...Object.fromEntries(
    ['wav', 'w64', 'aiff', 'au', 'caf', 'flac', 'ogg', 'wv'].map((format) => [format, sox]),
  ),
  mp3: (file, wav) => ['lame', ['--quiet', '--decode', file, wav]],
  opus: (file, wav) => ['opusdec', ['--quiet', '--float', '--rate', '48000', file, wav]],
};

export const soundDecoders: readonly ReferenceDecoder<Sound>[] = [
  decoder('FFmpeg', soundOf),
  decoder('SoX, LAME, and opusdec', async (file, format) => {
    const command = ownValue(toWav, format);
    if (command === undefined) return undefined;
    return inFolder(async (folder) => {
      const wav = path.join(folder, 'sound.wav');
      await printed(...command(file, wav));
      return soundOf(wav, 'wav');
    });
  }),
];

/**
 * The samples of our output.
 * @throws Error if FFmpeg can't read it
 */
export async function soundOf(file: string, format: string): Promise<Sound> {
  const content = await readFile(file);
  const { streams } = await probe(content, format);
  const track = streams.find(({ codec_type }) => codec_type === 'audio');
  if (!track) throw new Error('FFmpeg finds no audio in the file');
  const [rate, channels] = [Number(track.sample_rate), track.channels ?? 0];
  return { rate, channels, samples: await samples(content, format, { sampleRate: rate, channels }) };
}

/** The length of an MP3 frame, because decoders disagree about the padding before and after the audio. */
const maxFrames = 1152;
const minDecibels = 40;
/** The size of a 16-bit step, which is inaudible. */
const minError = 2 ** -15;

/** Compares the channels, the rate, the length, and the aligned samples. */
export const compareSound: DecoderComparison<Sound> = (ours, theirs) => {
  if (ours.channels !== theirs.channels) return `${ours.channels} channels instead of ${theirs.channels}`;
  if (ours.rate !== theirs.rate) return `${ours.rate} Hz instead of ${theirs.rate} Hz`;
  const frames = (ours.samples.length - theirs.samples.length) / ours.channels;
  if (Math.abs(frames) > maxFrames)
    return `${frames} samples more than ${theirs.samples.length / ours.channels}`;
  const loudness = rms(theirs.samples);
  const likeness = snr(theirs.samples, ours.samples, ours.channels);
  const error = loudness === 0 ? rms(ours.samples) : loudness * 10 ** (-likeness / 20);
  if (likeness >= minDecibels || error <= minError) return undefined;
  return `similarity of only ${likeness.toFixed(1)} dB`;
};

function rms(values: Float32Array): number {
  const sum = values.reduce((squares, value) => squares + value ** 2, 0);
  return Math.sqrt(sum / Math.max(1, values.length));
}
