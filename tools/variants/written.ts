import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { imageMagick } from '../referenceDecoders/imagePrograms.ts';
import type { Variant } from './variant.ts';

const exec = promisify(execFile);

/** A name for the file of a variant in a folder with other variants. */
export function fileIn(folder: string, { name, format }: Pick<Variant, 'name' | 'format'>): string {
  return path.join(folder, `${name.replaceAll(/[^a-zA-Z0-9]+/g, '-')}.${format}`);
}

/** A variant written by a program; `args` are its arguments, including the path. */
export function written(
  what: Omit<Variant, 'make'>,
  program: string,
  args: (file: string) => readonly string[],
): Variant {
  return {
    ...what,
    make: async (folder) => {
      const file = fileIn(folder, what);
      await exec(program, [...args(file)]);
      return file;
    },
  };
}

/** A variant written by ImageMagick; `args` are a source image and operations. */
export function byImageMagick(what: Omit<Variant, 'make'>, args: readonly string[]): Variant {
  return written(what, imageMagick, (file) => [...args, file]);
}
