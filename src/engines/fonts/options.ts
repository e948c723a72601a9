import * as z from 'zod/mini';
import { type OptionsSchema, strictOptions } from '../api/options.ts';
import { parseUnicodeRange } from './unicodeRange.ts';

const isUnicodeRange = (text: string): boolean => parseUnicodeRange(text) !== undefined;

const options = {
  /** Keep only what these characters need; with `unicodeRange`, what either needs. */
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(65_536))),
  /** As in CSS: `U+20-7E, U+A?`. */
  unicodeRange: z.optional(
    z
      .string()
      .check(z.maxLength(4096), z.refine(isUnicodeRange, { error: 'No list of ranges like U+20-7E' })),
  ),
};

export const fontOptions = z.object(options);
export const conversionOptions: OptionsSchema = strictOptions(options);
