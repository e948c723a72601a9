import * as z from 'zod/mini';
import { optionPatterns } from '../../contract/optionPatterns.ts';
import { option, type OptionsSchema, strictOptions } from '../api/options.ts';
import { type ArchiveFormat, defaultLevels, layers, type Layers, type Packer } from './formats.ts';

const maxPasswordLength = 127;
const password = z.string().check(z.maxLength(maxPasswordLength), z.regex(optionPatterns.oneLine));
/** Only ASCII is permitted, because programs disagree on how to encode other characters in a ZIP's password. */
const plainPassword = z.string().check(z.maxLength(maxPasswordLength), z.regex(optionPatterns.ascii));

const reading = {
  password: option(password, { description: 'Password of a protected archive', unset: 'None' }),
};

/** The options for writing a compressed archive. */
const writing = (packer: Packer) => ({
  level: option(z.int().check(z.minimum(0), z.maximum(9)), {
    description: 'From 0 (fastest or uncompressed) to 9 (smallest files)',
    default: defaultLevels[packer],
  }),
});

const sealing = {
  zip: {
    newPassword: option(plainPassword, { description: 'AES-256 encryption', unset: 'None' }),
  },
  '7z': {
    newPassword: option(password, {
      description: 'AES-256 encryption, including file names',
      unset: 'None',
    }),
  },
};

/** The union of the options of all archive conversions. */
export const archiveOptions = z.object({ ...reading, ...writing('7z'), ...sealing['7z'] });

export type ArchiveOptions = z.infer<typeof archiveOptions>;

const locked = new Set<ArchiveFormat>(['zip', '7z', 'rar']);

export function conversionOptions(from: ArchiveFormat, to: ArchiveFormat): OptionsSchema {
  const { codec }: Layers = layers[to];
  const packer = codec ?? (to === 'zip' || to === '7z' ? to : undefined);
  return strictOptions({
    ...(locked.has(from) ? reading : {}),
    ...(packer === undefined ? {} : writing(packer)),
    ...(to === 'zip' || to === '7z' ? sealing[to] : {}),
  });
}

export const zipOptions = strictOptions(writing('zip'));
