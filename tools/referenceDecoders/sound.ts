import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../../test/support/command.ts';
import { probe, samples } from '../../test/support/service/ffmpeg.ts';
import { inFolder } from '../../test/support/service/lentFiles.ts';
import { snr } from '../../test/support/service/signal.ts';
import type { DecoderComparison, ReferenceDecoder } from './referenceDecoder.ts';

const exec = promisify(execFile);
const maxBuffer = 1 << 29;

export interface Sound {
  /** Hertz. */
  readonly rate: number;
  readonly channels: number;
  /** From -1 to 1, the channels interleaved. */
  readonly samples: Float32Array;
}

const ffmpeg: ReferenceDecoder<Sound> = {
  program: 'FFmpeg',
  isInstalled: () => findOnPath('ffmpeg') !== undefined,
  read: async (file, format) => readByFfmpeg(file, format).catch(() => undefined),
};

async function readByFfmpeg(file: string, format: string): Promise<Sound | undefined> {
  const content = await readFile(file);
  const { streams } = await probe(content, format);
  const track = streams.find(({ codec_type }) => codec_type === 'audio');
  if (!track) return undefined;
  const [rate, channels] = [Number(track.sample_rate), track.channels ?? 0];
  return { rate, channels, samples: await samples(content, format, { sampleRate: rate, channels }) };
}

/** Formats by SoX's names. SoX ignores the padding information of MP3. */
const soxTypes: Readonly<Record<string, string>> = {
  wav: 'wav',
  w64: 'w64',
  aiff: 'aiff',
  au: 'au',
  caf: 'caf',
  flac: 'flac',
  ogg: 'vorbis',
  wv: 'wv',
};

const sox: ReferenceDecoder<Sound> = {
  program: 'SoX',
  isInstalled: () => findOnPath('sox') !== undefined,
  read: async (file, format) => {
    const type = soxTypes[format];
    return type === undefined ? undefined : readBySox(file, type).catch(() => undefined);
  },
};

async function readBySox(file: string, type: string): Promise<Sound> {
  // Converts a file to AU, which contains the rate and the channels.
  const args = ['-V1', '-D', '-t', type, file, '-t', 'au', '-e', 'floating-point', '-b', '32', '-'];
  const { stdout } = await exec('sox', args, { encoding: 'buffer', maxBuffer });
  const start = stdout.readUInt32BE(4);
  const bytes = Buffer.from(stdout.subarray(start, stdout.length - ((stdout.length - start) % 4))).swap32();
  return {
    rate: stdout.readUInt32BE(16),
    channels: stdout.readUInt32BE(20),
    samples: new Float32Array(new Uint8Array(bytes).buffer),
  };
}

/** The decoders by the formats' authors, which write WAV. */
const makers: Readonly<Record<string, readonly [program: string, ...args: readonly string[]]>> = {
  mp3: ['lame', '--quiet', '--decode'],
  opus: ['opusdec', '--quiet', '--float', '--rate', '48000'],
};

const maker: ReferenceDecoder<Sound> = {
  program: 'LAME and opusdec',
  isInstalled: () => Object.values(makers).every(([program]) => findOnPath(program) !== undefined),
  read: async (file, format) => {
    const [program, ...args] = makers[format] ?? [];
    if (program === undefined) return undefined;
    return inFolder(async (folder) => {
      const wav = path.join(folder, 'sound.wav');
      await exec(program, [...args, file, wav]);
      return readByFfmpeg(wav, 'wav');
    }).catch(() => undefined);
  },
};

export const soundDecoders: readonly ReferenceDecoder<Sound>[] = [ffmpeg, sox, maker];

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
  let sum = 0;
  for (const value of values) sum += value ** 2;
  return Math.sqrt(sum / Math.max(1, values.length));
}

/**
 * The samples of our output.
 * @throws Error if FFmpeg can't read it
 */
export async function soundOf(file: string, format: string): Promise<Sound> {
  const sound = await readByFfmpeg(file, format);
  if (sound) return sound;
  throw new Error('FFmpeg finds no audio in the file');
}
