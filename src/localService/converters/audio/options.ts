import * as z from 'zod/mini';

/** Kilobits a second that the encoders can be asked for; what they leave away decides how it sounds. */
const bitRates: Readonly<Record<string, readonly [least: number, most: number]>> = {
  mp3: [32, 320],
  ogg: [32, 500],
  opus: [6, 512],
  weba: [6, 512],
};

const shape = {
  /** Hertz. */
  sampleRate: z.optional(z.int().check(z.minimum(8000), z.maximum(192_000))),
  channels: z.optional(z.int().check(z.minimum(1), z.maximum(8))),
};

/** Every option that some target allows. */
export const soundOptions = z.object({ ...shape, bitRate: z.optional(z.int()) });

export type SoundOptions = z.infer<typeof soundOptions>;

/** The options of a conversion into a format. */
export function conversionOptions(to: string): z.ZodMiniType<Record<string, unknown>> {
  const range = bitRates[to];
  const channels = to === 'mp3' ? z.optional(z.int().check(z.minimum(1), z.maximum(2))) : shape.channels;
  if (!range) return z.strictObject(shape);
  const bitRate = z.optional(z.int().check(z.minimum(range[0]), z.maximum(range[1])));
  // Opus has one rate only.
  const sampleRate = to === 'mp3' || to === 'ogg' ? { sampleRate: shape.sampleRate } : {};
  return z.strictObject({ ...sampleRate, channels, bitRate });
}
