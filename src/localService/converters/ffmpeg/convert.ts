import { FileBytes } from '../media/byteSource.ts';
import { checkIsoMedia } from '../media/isoMedia.ts';
import { runProgram } from '../programs/run.ts';
import type { Work } from '../work.ts';
import { demuxers, type FfmpegTarget, ffmpegTargets } from './formats.ts';
import { type FfmpegOptions, ffmpegOptions } from './options.ts';

/** Has FFmpeg read the file with one demuxer, and write it with named codecs. @throws ConversionError */
export async function convertWithFfmpeg(work: Work): Promise<void> {
  const { from, to, inputPath, outputPath, options } = work;
  const [demuxer, target] = [demuxers[from], ffmpegTargets[to]];
  if (demuxer === undefined || target === undefined) throw new Error(`No row leads from ${from} to ${to}.`);
  if (demuxer === 'mov') await checkTracks(inputPath);
  const args = [
    ['-nostdin', '-hide_banner', '-v', 'error', '-y'],
    // A playlist under the name of a film names other files and addresses; neither it nor they are opened.
    ['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxer, '-f', demuxer],
    ['-i', `file:${inputPath}`, '-map_metadata', '0', '-sn', '-dn'],
    streams(target),
    overrides(ffmpegOptions.parse(options), target),
    target.flags ?? [],
    ['-f', target.muxer, `file:${outputPath}`],
  ].flat();
  await runProgram({ work, args });
}

/** FFmpeg leaves out what is in other files, and says nothing. @throws ConversionError */
async function checkTracks(path: string): Promise<void> {
  const file = await FileBytes.open(path);
  try {
    await checkIsoMedia(file);
  } finally {
    await file.close();
  }
}

/** The first picture, and the sound; a target without pictures fails for a source without sound. */
function streams({ video, audio, manyTracks }: FfmpegTarget): string[] {
  const sound = `0:a${manyTracks ? '' : ':0'}${video ? '?' : ''}`;
  const picture = video?.includes('-filter_complex') ? [] : ['-map', '0:v:0'];
  return [...(video ? [...picture, ...video] : ['-vn']), ...(audio ? ['-map', sound, ...audio] : ['-an'])];
}

/** Later arguments win over those of the target. */
function overrides(
  { bitRate, sampleRate, channels, quality }: FfmpegOptions,
  { video }: FfmpegTarget,
): string[] {
  return [
    ...(bitRate === undefined ? [] : ['-b:a', `${bitRate}k`]),
    ...(sampleRate === undefined ? [] : ['-ar', String(sampleRate)]),
    ...(channels === undefined ? [] : ['-ac', String(channels)]),
    ...(quality === undefined || !video?.includes('-crf') ? [] : ['-crf', String(crfOf(quality))]),
  ];
}

/** From 1 to 100 onto the codecs' own scale, which runs from 51 down to 0. */
function crfOf(quality: number): number {
  return Math.round(51 - (quality - 1) * (51 / 99));
}
