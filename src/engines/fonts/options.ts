import * as z from 'zod/mini';
import { option, type OptionsSchema, strictOptions } from '../api/options.ts';
import { parseUnicodeRange } from './unicodeRange.ts';

const isUnicodeRange = (text: string): boolean => parseUnicodeRange(text) !== undefined;

const options = {
  text: option(z.string().check(z.minLength(1), z.maxLength(65_536)), {
    description: 'Characters to keep, in addition to the Unicode ranges',
    unset: 'All',
  }),
  unicodeRange: option(
    z
      .string()
      .check(
        z.maxLength(4096),
        z.refine(isUnicodeRange, { error: 'It isn’t a list of ranges such as U+20-7E' }),
      ),
    {
      description: 'Unicode ranges in CSS notation, such as U+20-7E, U+A?',
      unset: 'All',
    },
  ),
};

export const fontOptions = z.object(options);
export const conversionOptions: OptionsSchema = strictOptions(options);
