import { ownValue } from '../../../util/ownValue.ts';
import type { EngineTask, Engine } from '../../api/task.ts';
import { checkResampling } from '../../lib/mediaFaults.ts';
import { runProgram } from '../run.ts';
import { chooseCodec, type FfmpegCodec, scaleQuality, qualityScale } from './codecs.ts';
import { coverSources, type FfmpegTarget, ffmpegTargets } from './formats.ts';
import { inputArguments } from './input.ts';
import { ffmpegOptions, type FfmpegOptions } from './options.ts';
import { type ByteSource, openBytes } from '../../lib/byteSource.ts';
import { aiffFile, auFile } from '../../audio/aiffAndAu.ts';
import { wave64File, waveRate } from '../../audio/wave.ts';
import { compressWithFfmpeg } from './compress.ts';

/** The lowest sample rate that all encoders support. They raise lower ones. */
const lowestRate = 8000;

/**
 * Converts a file with FFmpeg, which may read it with only one demuxer.
 * @throws ConversionError
 */
async function convertWithFfmpeg(task: EngineTask): Promise<void> {
  const { from, to, inputPath, outputPath, options } = task;
  const wanted = ffmpegOptions.parse(options);
  const target = ownValue(ffmpegTargets, to);
  if (target === undefined) throw new Error(`Unsupported conversion: ${from} to ${to}`);
  checkResampling(declaredRate(inputPath, from) ?? lowestRate, wanted.sampleRate ?? lowestRate);
  const args = [
    ['-v', 'error', ...inputArguments(task)],
    ['-map_metadata', '0', '-sn', '-dn'],
    streams(from, target, wanted),
    target.flags ?? [],
    ['-f', target.muxer, `file:${outputPath}`],
  ].flat();
  await runProgram({ work: task, args });
}

/**
 * Returns the arguments that select the first video track and the audio. An audio target fails if the source has no
 * audio.
 */
function streams(from: string, target: FfmpegTarget, options: FfmpegOptions): string[] {
  const [video, audio] = [chooseCodec(target.video, options.codec), chooseCodec(target.audio, options.codec)];
  const sound = `0:a${target.manyTracks ? '' : ':0'}${video ? '?' : ''}`;
  const picture = video?.includes('-filter_complex') ? [] : ['-map', '0:v:0'];
  return [
    ...(video ? [...picture, ...video, ...pictureOptions(video, options)] : coverOf(from, target)),
    ...(audio ? ['-map', sound, ...soundArguments(audio, options)] : ['-an']),
  ];
}

function coverOf(from: string, { cover }: FfmpegTarget): string[] {
  const copied = ['-map', '0:v:0?', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  return cover && coverSources.has(from) ? copied : ['-vn'];
}

/** Returns the arguments for the video quality. They override those of the codec, because FFmpeg uses the last value. */
function pictureOptions(codec: FfmpegCodec, { quality }: FfmpegOptions): string[] {
  const scale = qualityScale(codec);
  return quality === undefined || scale === undefined ? [] : ['-crf', String(scaleQuality(quality, scale))];
}

function soundArguments(codec: FfmpegCodec, { bitRate, sampleRate, channels }: FfmpegOptions): string[] {
  return [
    // The codec's quality setting is removed, because encoders would ignore the bit rate otherwise.
    ...(bitRate === undefined ? codec : [...without('-q:a', codec), '-b:a', `${bitRate}k`]),
    ...(sampleRate === undefined ? [] : ['-ar', String(sampleRate)]),
    ...(channels === undefined ? [] : ['-ac', String(channels)]),
  ];
}

function without(name: string, args: readonly string[]): string[] {
  return args.filter((arg, index) => arg !== name && args[index - 1] !== name);
}

const readers: Readonly<Record<string, (source: ByteSource) => number | undefined>> = {
  aiff: (source) => aiffFile(source).sampleRate,
  au: (source) => auFile(source).sampleRate,
  w64: (source) => wave64File(source).sampleRate,
  wav: waveRate,
};

/**
 * Returns the sample rate in the header of uncompressed audio. Returns `undefined` for other formats, or if it can't be
 * read.
 */
function declaredRate(path: string, from: string): number | undefined {
  const source = openBytes(path);
  try {
    return ownValue(readers, from)?.(source);
  } catch {
    return undefined;
  } finally {
    source.dispose();
  }
}

/** Runs a conversion or a compression with FFmpeg. */
export const ffmpegEngine: Engine = (task) =>
  task.tool === 'compress' ? compressWithFfmpeg(task) : convertWithFfmpeg(task);
