import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineWork } from '../../../api/work.ts';
import { coverTag, readCover } from '../../../audio/cover.ts';
import { programFolder, runProgram } from '../../run.ts';
import { inputArguments } from '../input.ts';

/**
 * Returns FFmpeg's arguments for writing a file's cover as a tag, for formats that store covers that way. FFmpeg reads
 * such a tag as a picture, but wouldn't write it. The arguments have to follow those of the input.
 * @throws ConversionError
 */
export async function coverTagArguments(work: EngineWork): Promise<string[]> {
  const one = ['-map', '0:v:0', '-c', 'copy', '-frames:v', '1', '-f', 'image2pipe'];
  const args = ['-v', 'error', ...inputArguments(work), ...one, `file:${work.outputPath}`];
  await runProgram({ work, args });
  const cover = await readCover(await readFile(work.outputPath));
  if (cover === undefined) return [];
  const tags = path.join(programFolder(work), 'tags');
  const lines = Object.entries(coverTag(cover)).map(
    ([name, value]) => `${name}=${value.replaceAll('=', '\\=')}`,
  );
  await writeFile(tags, [';FFMETADATA1', ...lines, ''].join('\n'));
  const input = ['-format_whitelist', 'ffmetadata', '-f', 'ffmetadata', '-i', `file:${tags}`];
  return [...input, '-map_metadata:s:a:0', '0:s:a:0', '-map_metadata:s:a:0', '1'];
}
