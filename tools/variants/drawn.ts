import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReferenceDecoder } from '../referenceDecoders/referenceDecoder.ts';
import type { Pixels } from '../referenceDecoders/pam.ts';
import { pixelsOf } from '../referenceDecoders/pixels.ts';
import { PythonWorker } from '../../test/support/pythonWorker.ts';
import type { Variant } from './variant.ts';
import { fileIn } from './written.ts';

const maker = new PythonWorker(path.join(import.meta.dirname, 'make.py'));

/** A variant whose bytes are built from the format's specification. `make.py` describes the recipes. */
export function drawn(what: Omit<Variant, 'make'>, recipe: object): Variant {
  return {
    ...what,
    make: async (folder) => {
      const file = fileIn(folder, what);
      await maker.ask({ format: what.format, file, recipe });
      return file;
    },
  };
}

/**
 * The name of the reference for variants that no other program reads, or that all read differently: the drawing that
 * the variant was made from.
 */
export const drawnPicture = 'what was drawn';

/** The reference for variants whose expected content is stored beside them. */
export const drawnDecoder: ReferenceDecoder<Pixels> = {
  program: drawnPicture,
  isInstalled: () => true,
  read: async (file) => (existsSync(`${file}.png`) ? pixelsOf(await readFile(`${file}.png`)) : undefined),
};
