import { own } from '../../../util/own.ts';
import type { EngineWork } from '../../api/work.ts';
import { declaredRate } from '../../audio/pcm/declaredRate.ts';
import { checkResampling } from '../../lib/bounds/resampling.ts';
import { runProgram } from '../run.ts';
import { chosen, type FfmpegCodec, onScale, qualityScale } from './codecs.ts';
import { coverSources, type FfmpegTarget, ffmpegTargets } from './formats.ts';
import { inputArguments } from './input.ts';
import { ffmpegOptions, type FfmpegOptions } from './options.ts';

/** Encoders raise lower sample rates to this. */
const lowestRate = 8000;

/**
 * Lets FFmpeg read the file with one demuxer, and write it with named codecs.
 * @throws ConversionError
 */
export async function convertWithFfmpeg(work: EngineWork): Promise<void> {
  const { from, to, inputPath, outputPath, options } = work;
  const wanted = ffmpegOptions.parse(options);
  const target = own(ffmpegTargets, to);
  if (target === undefined) throw new Error(`No conversion leads from ${from} to ${to}.`);
  checkResampling(declaredRate(inputPath, from) ?? lowestRate, wanted.sampleRate ?? lowestRate);
  const args = [
    ['-v', 'error', ...inputArguments(work)],
    ['-map_metadata', '0', '-sn', '-dn'],
    streams(from, target, wanted),
    target.flags ?? [],
    ['-f', target.muxer, `file:${outputPath}`],
  ].flat();
  await runProgram({ work, args });
}

/** The first video track, and the audio; an audio target fails for a source without audio. */
function streams(from: string, target: FfmpegTarget, options: FfmpegOptions): string[] {
  const [video, audio] = [chosen(target.video, options.codec), chosen(target.audio, options.codec)];
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

/** Later arguments override those of the codec. */
function pictureOptions(codec: FfmpegCodec, { quality }: FfmpegOptions): string[] {
  const scale = qualityScale(codec);
  return quality === undefined || scale === undefined ? [] : ['-crf', String(onScale(quality, scale))];
}

function soundArguments(codec: FfmpegCodec, { bitRate, sampleRate, channels }: FfmpegOptions): string[] {
  return [
    // With a quality setting, encoders would ignore the bit rate.
    ...(bitRate === undefined ? codec : [...without('-q:a', codec), '-b:a', `${bitRate}k`]),
    ...(sampleRate === undefined ? [] : ['-ar', String(sampleRate)]),
    ...(channels === undefined ? [] : ['-ac', String(channels)]),
  ];
}

function without(name: string, args: readonly string[]): string[] {
  return args.filter((arg, index) => arg !== name && args[index - 1] !== name);
}
