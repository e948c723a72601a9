import * as z from 'zod/mini';

const encoding = {
  /** Kilobits a second. */
  bitRate: z.optional(z.int().check(z.minimum(8), z.maximum(512))),
};
const shape = {
  /** Hertz. */
  sampleRate: z.optional(z.int().check(z.minimum(8000), z.maximum(192_000))),
  channels: z.optional(z.int().check(z.minimum(1), z.maximum(8))),
};

/** Every option that some target allows. */
export const soundOptions = z.object({ ...encoding, ...shape });

export type SoundOptions = z.infer<typeof soundOptions>;

/** The options of a conversion into a format, with a bit rate to choose only where something is left away. */
export function conversionOptions(lossy: boolean): z.ZodMiniType<Record<string, unknown>> {
  return lossy ? z.strictObject({ ...encoding, ...shape }) : z.strictObject(shape);
}
