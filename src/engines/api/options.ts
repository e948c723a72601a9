import * as z from 'zod/mini';
import type { OptionName } from '../../contract/optionNames.ts';

/** The options of a row by their names, for each of which there are words. */
export type OptionShape = Readonly<Partial<Record<OptionName, z.ZodMiniType>>>;

export type OptionsSchema = z.ZodMiniType<Record<string, unknown>>;

/** The schema of options that are named, and of no others; a name without words does not compile. */
export function strictOptions<Shape extends OptionShape>(
  shape: Shape & Readonly<Record<Exclude<keyof Shape, OptionName>, never>>,
): z.ZodMiniObject<Shape, z.core.$strict> {
  return z.strictObject<Shape>(shape);
}
