import path from 'node:path';
import { PythonWorker } from '../../test/support/pythonWorker.ts';
import type { Variant } from './variant.ts';
import { fileIn } from './written.ts';

const maker = new PythonWorker(path.join(import.meta.dirname, 'modernFormats.py'));

/** A variant made by another program or by `modernFormats.py`, which lists the recipes. */
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

/**
 * A variant made by another program. In its arguments, a name in braces is a picture (see `source` in
 * `modernFormats.py`), and `{file}` is the variant.
 */
export function byProgram(what: Omit<Variant, 'make'>, run: readonly string[]): Variant {
  return byRecipe(what, { run });
}
