import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineWork } from '../../../api/work.ts';
import { coverTag, readCover } from '../../../audio/cover.ts';
import { programFolder, runProgram } from '../../run.ts';
import { inputArguments } from '../input.ts';

/**
 * FFmpeg's arguments to write a file's cover as a tag, if the format stores it that way: FFmpeg reads the tag as a
 * picture, and would drop it. They follow the arguments of the file's own input.
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
