import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Judge } from '../judges/judge.ts';
import type { Pixels } from '../judges/pam.ts';
import { pixelsOf } from '../judges/pixels.ts';
import { PythonWorker } from '../support/pythonWorker.ts';
import type { Variant } from './variant.ts';
import { fileIn } from './written.ts';

const maker = new PythonWorker(path.join(import.meta.dirname, 'modernFormats.py'));

/** A variant that another program or `modernFormats.py` makes, which says what recipes there are. */
export function byRecipe(what: Omit<Variant, 'make'>, recipe: object): Variant {
  return {
    ...what,
    make: async (folder) => {
      const file = fileIn(folder, what);
      await maker.ask({ file, recipe });
      return file;
    },
  };
}

/** The same by a program: a name in braces is a picture (see `source` there), and `{file}` the variant. */
export function byProgram(what: Omit<Variant, 'make'>, run: readonly string[]): Variant {
  return byRecipe(what, { run });
}

/** For kinds that no other program reads: what their recipe was made of. */
export const known = 'what it was made of';

/** Knows what that is, since the maker leaves it beside the file. */
export const knownJudge: Judge<Pixels> = {
  program: known,
  isInstalled: () => true,
  read: async (file) => (existsSync(`${file}.png`) ? pixelsOf(await readFile(`${file}.png`)) : undefined),
};
