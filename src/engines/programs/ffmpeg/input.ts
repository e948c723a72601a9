import { ownValue } from '../../../util/ownValue.ts';
import type { EngineTask } from '../../api/task.ts';
import { paddedBytes } from '../../audio/wave.ts';
import { openBytes } from '../../lib/byteSource.ts';
import { checkIsoMedia } from '../../lib/isoMedia.ts';
import { askProgram } from '../run.ts';
import { demuxers } from './formats.ts';

/**
 * Returns arguments that make FFmpeg read a file with only one demuxer.
 * @throws ConversionError if the file refers to other files, which FFmpeg would silently skip
 */
export function inputArguments({ from, inputPath }: EngineTask): string[] {
  const demuxer = ownValue(demuxers, from);
  if (demuxer === undefined) throw new Error(`Unsupported source format: ${from}`);
  if (demuxer === 'mov') checkTracks(inputPath);
  return [
    ['-nostdin', '-hide_banner', '-y'],
    // Prevents FFmpeg from opening the files and addresses that a playlist disguised as a video refers to.
    ['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxer, '-f', demuxer],
    from === 'wav' ? decoderOf(inputPath) : [],
    ['-i', `file:${inputPath}`],
  ].flat();
}

/** Returns the decoder for padded samples, which FFmpeg would misread as samples without padding. */
function decoderOf(path: string): string[] {
  const file = openBytes(path);
  try {
    const bytes = paddedBytes(file);
    return bytes === undefined ? [] : ['-c:a', `pcm_s${bytes * 8}le`];
  } catch (error) {
    // FFmpeg itself reports a file that is truncated in its header.
    if (error instanceof RangeError) return [];
    throw error;
  } finally {
    file.dispose();
  }
}

function checkTracks(path: string): void {
  const file = openBytes(path);
  try {
    checkIsoMedia(file);
  } finally {
    file.dispose();
  }
}

/** A video or audio track, as FFmpeg reports it. */
export interface MediaTrack {
  readonly kind: 'picture' | 'sound';
  /** FFmpeg's name of the decoder. */
  readonly codec: string;
  /** True for a cover, which is a still picture in an audio file. */
  readonly isCover: boolean;
  /** True for more than 8 bits per color channel. */
  readonly isDeep: boolean;
  /** The width in pixels after any rotation. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly framesPerSecond: number | undefined;
  readonly channels: number;
  /** The bit rate in kbit/s; `undefined` if FFmpeg doesn't report it. */
  readonly kilobits: number | undefined;
}

export interface MediaFacts {
  readonly seconds: number | undefined;
  readonly tracks: readonly MediaTrack[];
}

const trackLine = /^ {2}Stream #0:\d[^:]*: (Video|Audio): /;
const durationLine = /^ {2}Duration: (\d+):(\d+):(\d+(?:\.\d+)?)/;
const layouts: Readonly<Record<string, number>> = { mono: 1, stereo: 2, '1': 1, '2': 2 };

/**
 * Asks FFmpeg for the tracks and duration of a file.
 * @throws ConversionError
 */
export async function mediaFacts(task: EngineTask): Promise<MediaFacts> {
  // Without an output file, FFmpeg prints information about the input and then exits with an error.
  return factsIn(await askProgram({ work: task, args: ['-v', 'info', ...inputArguments(task)] }));
}

/** Parses FFmpeg's output. Text from the file itself is indented further, so it isn't mistaken for a track. */
export function factsIn(said: string): MediaFacts {
  const lines = said.split(/\r?\n/);
  const duration = lines.map((line) => durationLine.exec(line)).find((match) => match !== null);
  const [, hours, minutes, seconds] = duration ?? [];
  return {
    seconds: duration ? (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) : undefined,
    tracks: lines.flatMap((line, index) => {
      const [head = '', kind] = trackLine.exec(line) ?? [];
      if (kind === undefined) return [];
      const track = trackOf(kind === 'Video' ? 'picture' : 'sound', line.slice(head.length));
      return isTurned(lines.slice(index + 1))
        ? { ...track, width: track.height, height: track.width }
        : track;
    }),
  };
}

/** True if the lines below a track report a rotation by 90 degrees. */
function isTurned(lines: readonly string[]): boolean {
  const next = lines.findIndex((line) => trackLine.test(line));
  const own = next === -1 ? lines : lines.slice(0, next);
  return own.some((line) => /^ {6}displaymatrix: rotation of -?(?:90|270)\./.test(line));
}

/** Parses FFmpeg's description of a track, which starts with the codec. */
function trackOf(kind: MediaTrack['kind'], rest: string): MediaTrack {
  const [codec = ''] = /^\w+/.exec(rest) ?? [];
  const [, width, height] = /, (\d{1,6})x(\d{1,6})\b/.exec(rest) ?? [];
  const [, layout = ''] = /, \d+ Hz, ([\w.]+)/.exec(rest) ?? [];
  return {
    kind,
    codec,
    isCover: rest.includes('(attached pic)'),
    isDeep: /, \w+p1[0-6][lb]e\b/.test(rest),
    width: numberIn(width),
    height: numberIn(height),
    framesPerSecond: numberIn(/, (\d{1,4}(?:\.\d{1,4})?) fps/.exec(rest)?.[1]),
    // Surround layouts have names such as `5.1`.
    channels: ownValue(layouts, layout) ?? 6,
    kilobits: numberIn(/, (\d{1,7}) kb\/s/.exec(rest)?.[1]),
  };
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
