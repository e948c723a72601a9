import path from 'node:path';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { fileSize } from '../../../util/files.ts';
import { ownValue } from '../../../util/ownValue.ts';
import type { EngineTask } from '../../api/task.ts';
import { maxBytesOf, enforceSizeLimits, type SizeLimits } from '../../lib/compressionOptions.ts';
import { runProgram, programFolder } from '../run.ts';
import { inputArguments, type MediaFacts, mediaFacts, type MediaTrack } from './input.ts';
import { encodingArguments, isPlain, type TargetEncoding } from './encodingArguments.ts';
import {
  type CompressionTarget,
  compressionTargets,
  mediaCompressionOptions,
  worthwhileSaving,
} from './compressionTargets.ts';
import { coverTag, readCover } from '../../audio/metadata.ts';

/** The maximum number of encodings to reach a requested file size. */
const maxAttempts = 4;
/** The share of a file's size for video and audio. The rest is for the container. */
const contentShare = 0.97;
/** FFmpeg's names of lossless codecs. */
const exactCodecs = /^(?:flac|alac|pcm_\w+)$/;

/**
 * Re-encodes video and audio with FFmpeg in the same format.
 * @throws ConversionError
 */
export async function compressWithFfmpeg(task: EngineTask): Promise<void> {
  const { leastSaving, ...wanted } = mediaCompressionOptions.parse(task.options);
  const target = ownValue(compressionTargets, task.from);
  if (target === undefined) throw new Error(`Unsupported compression format: ${task.from}`);
  const facts = await mediaFacts(task);
  const isExact = !target.pictures && isPlain(wanted) && facts.tracks.some(isExactSound);
  const canStayExact = facts.tracks.some(({ codec }) => ownValue(target.sounds, codec)?.rates === undefined);
  if (isExact && !canStayExact) await copyFile(task.inputPath, task.outputPath);
  else await encodeToSize(task, target, facts, wanted);
  const least = isExact || wanted.quality !== undefined ? 0 : worthwhileSaving;
  const limits = { ...wanted, leastSaving: leastSaving ?? least };
  await enforceSizeLimits(task, limits, { unfit: isTooLarge(facts, wanted) });
}

/** Encodes with the requested settings first, and then with lower bit rates until the file has the requested size. */
async function encodeToSize(
  task: EngineTask,
  target: CompressionTarget,
  facts: MediaFacts,
  wanted: TargetEncoding & SizeLimits,
): Promise<void> {
  const hasCover = facts.tracks.some(({ kind }) => kind === 'picture');
  const cover = target.coverIsTag && hasCover ? await coverTagArguments(task) : [];
  const encode = async (encoding: TargetEncoding): Promise<number> => {
    const input = ['-v', 'error', ...inputArguments(task), ...cover];
    const output = ['-f', target.muxer, `file:${task.outputPath}`];
    await runProgram({
      work: task,
      args: [...input, ...encodingArguments(target, facts, encoding), ...output],
    });
    return fileSize(task.outputPath);
  };
  const most = maxBytesOf(wanted);
  let bytes = await encode(wanted);
  if (facts.seconds === undefined || task.inputBytes <= most) return;
  let kilobits = ((most * 8) / 1000 / facts.seconds) * contentShare;
  for (let attempt = 1; attempt < maxAttempts && bytes > most; attempt += 1) {
    bytes = await encode({ ...wanted, kilobits: Math.max(1, Math.floor(kilobits)) });
    kilobits *= (most / bytes) * contentShare;
  }
}

function isExactSound({ kind, codec }: MediaTrack): boolean {
  return kind === 'sound' && exactCodecs.test(codec);
}

function isTooLarge(
  { tracks }: MediaFacts,
  { maxWidth = Infinity, maxHeight = Infinity }: TargetEncoding,
): boolean {
  const pictures = tracks.filter(({ kind, isCover }) => kind === 'picture' && !isCover);
  return pictures.some(({ width = 0, height = 0 }) => width > maxWidth || height > maxHeight);
}

/**
 * Returns FFmpeg's arguments for writing a file's cover as a tag, for formats that store covers that way. FFmpeg reads
 * such a tag as a picture, but wouldn't write it. The arguments have to follow those of the input.
 * @throws ConversionError
 */
async function coverTagArguments(task: EngineTask): Promise<string[]> {
  const one = ['-map', '0:v:0', '-c', 'copy', '-frames:v', '1', '-f', 'image2pipe'];
  const args = ['-v', 'error', ...inputArguments(task), ...one, `file:${task.outputPath}`];
  await runProgram({ work: task, args });
  const cover = await readCover(await readFile(task.outputPath));
  if (cover === undefined) return [];
  const tags = path.join(programFolder(task), 'tags');
  const lines = Object.entries(coverTag(cover)).map(
    ([name, value]) => `${name}=${value.replaceAll('=', '\\=')}`,
  );
  await writeFile(tags, [';FFMETADATA1', ...lines, ''].join('\n'));
  const input = ['-format_whitelist', 'ffmetadata', '-f', 'ffmetadata', '-i', `file:${tags}`];
  return [...input, '-map_metadata:s:a:0', '0:s:a:0', '-map_metadata:s:a:0', '1'];
}
