import { fromJSONSchema } from 'zod';
import type { JsonObject } from '../contract/read.ts';

/**
 * What a typed text means to an option: a number, several numbers with commas between them, or the text itself, whichever
 * the schema allows first; `undefined` when it allows none.
 */
export function optionValue(schema: JsonObject, text: string): unknown {
  const allowed = fromJSONSchema(schema);
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  return [numbers[0], numbers, text].find((value) => allowed.safeParse(value).success);
}
