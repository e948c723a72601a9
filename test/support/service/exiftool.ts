import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { withFile } from './lentFiles.ts';

const exec = promisify(execFile);

/** An image with tags set, in the form of arguments such as `-Artist=Ada`. */
export async function tagged(image: Buffer, format: string, ...tags: readonly string[]): Promise<Buffer> {
  return withFile(image, format, async (file) => {
    await exec('exiftool', ['-q', '-m', '-overwrite_original', ...tags, file]);
    return readFile(file);
  });
}

/** What an image tells besides its pixels, by group and name of the tag: `IFD0:Artist`. */
export async function tagsOf(image: Buffer, format: string): Promise<ReadonlyMap<string, string>> {
  return withFile(image, format, async (file) => {
    const { stdout } = await exec('exiftool', ['-a', '-s', '-G1', '-t', file]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    return new Map(lines.map(([group, name, value = '']) => [`${group}:${name}`, value]));
  });
}
