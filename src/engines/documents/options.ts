import * as z from 'zod/mini';
import { type OptionShape, type OptionsSchema, strictOptions } from '../api/options.ts';
import { paperOptions } from '../lib/paper.ts';
import type { DocumentSource, DocumentTarget } from './formats.ts';

/** Opens an encrypted document. */
const password = z.optional(z.string().check(z.minLength(1), z.maxLength(255)));
/** Whether pictures go along; they do unless they are turned down. */
const pictures = z.optional(z.boolean());
/** Columns that a line of text has at most; unless it is named, a paragraph is one line. */
const wrap = z.optional(z.int().check(z.minimum(20), z.maximum(1000)));

/** Every option that some pair allows. */
export const documentOptions = z.object({ password, pictures, wrap, ...paperOptions });

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
    ...(encryptable.has(from) ? { password } : {}),
    ...(from === 'txt' || to === 'txt' ? {} : { pictures }),
    ...(to === 'txt' ? { wrap } : {}),
    ...paperOptionsOf(to),
  });
}
