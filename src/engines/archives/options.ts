import * as z from 'zod/mini';
import { optionPatterns } from '../../contract/optionPatterns.ts';
import { type OptionsSchema, strictOptions } from '../api/options.ts';
import { type ArchiveFormat, layers, type Layers } from './formats.ts';

const maxPasswordLength = 127;
const password = z.optional(
  z.string().check(z.maxLength(maxPasswordLength), z.regex(optionPatterns.oneLine)),
);
/** Programs differ about the bytes of other characters in the password of a zip. */
const plainPassword = z.optional(
  z.string().check(z.maxLength(maxPasswordLength), z.regex(optionPatterns.ascii)),
);

const reading = {
  /** Opens the source. */
  password,
};

/** What may be asked of any archive that is packed. */
export const writing = {
  /** From 0, which is quick or doesn't compress at all, to 9, which is slow. */
  level: z.optional(z.int().check(z.minimum(0), z.maximum(9))),
};

/** Locks the output with AES-256; a 7z also hides the names. */
const sealing = {
  zip: { newPassword: plainPassword },
  '7z': { newPassword: password },
};

/** Every option that some pair allows. */
export const archiveOptions = z.object({ ...reading, ...writing, ...sealing['7z'] });

export type ArchiveOptions = z.infer<typeof archiveOptions>;

const locked = new Set<ArchiveFormat>(['zip', '7z', 'rar']);

/** The options of a conversion between two formats. */
export function conversionOptions(from: ArchiveFormat, to: ArchiveFormat): OptionsSchema {
  const { codec }: Layers = layers[to];
  return strictOptions({
    ...(locked.has(from) ? reading : {}),
    ...(codec !== undefined || to !== 'tar' ? writing : {}),
    ...(to === 'zip' || to === '7z' ? sealing[to] : {}),
  });
}
