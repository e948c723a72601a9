import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { debianPython } from '../../test/support/debianPython.ts';
import type { Variant } from './variant.ts';

const exec = promisify(execFile);
const options = { maxBuffer: 1 << 26, env: { ...process.env, LC_ALL: 'C.UTF-8' } };

/** Variants of a format by name, separated by bars or line breaks. */
export function named(format: string, names: string): Omit<Variant, 'make'>[] {
  return names.split(/[|\n]/).map((name) => ({ format, name: name.trim() }));
}

/** Variants that a Python program in this folder writes all at once to the folder that it gets. */
export function madeTogether(
  program: string,
  variants: readonly Omit<Variant, 'make'>[],
): readonly Variant[] {
  const runs = new Map<string, Promise<unknown>>();
  return variants.map((what) => ({
    ...what,
    make: async (folder) => {
      const run =
        runs.get(folder) ?? exec(debianPython, [path.join(import.meta.dirname, program), folder], options);
      runs.set(folder, run);
      await run;
      return path.join(folder, `${what.name}.${what.format}`);
    },
  }));
}
