import * as z from 'zod/mini';
import { option, type OptionShape, type OptionsSchema, strictOptions } from '../api/options.ts';
import { paperOptions } from '../lib/paper.ts';
import { textEncoding } from '../lib/textEncoding.ts';
import type { DocumentSource, DocumentTarget } from './formats.ts';

const password = option(z.string().check(z.minLength(1), z.maxLength(255)), {
  description: 'Password of a protected document',
  unset: 'None',
});
export const pictures = option(z.boolean(), { description: 'Include pictures', default: true });
const wrap = option(z.int().check(z.minimum(20), z.maximum(1000)), {
  description: 'Maximum length of a line of text',
  unset: 'One line per paragraph',
});

/** Every option that some pair allows. */
export const documentOptions = z.object({
  password,
  encoding: textEncoding,
  pictures,
  wrap,
  ...paperOptions,
});

export type DocumentOptions = z.infer<typeof documentOptions>;

const encryptable: ReadonlySet<string> = new Set(['docx', 'pptx', 'odt', 'odp']);
const paged: ReadonlySet<string> = new Set(['docx', 'odt', 'pdf']);

/** The options of the target's paper, if it has any. */
export function paperOptionsOf(to: DocumentTarget | 'pdf'): OptionShape {
  return paged.has(to) ? paperOptions : {};
}

/** The options of one pair. */
export function optionsOf(from: DocumentSource, to: DocumentTarget | 'pdf'): OptionsSchema {
  return strictOptions({
    ...(from === 'txt' ? { encoding: textEncoding } : {}),
    ...(encryptable.has(from) ? { password } : {}),
    ...(from === 'txt' || to === 'txt' ? {} : { pictures }),
    ...(to === 'txt' ? { wrap } : {}),
    ...paperOptionsOf(to),
  });
}
