import * as z from 'zod/mini';
import { type FfmpegTarget, ffmpegTargets } from './formats.ts';

/** Kilobits a second of sound. */
const bitRate = z.optional(z.int().check(z.minimum(8), z.maximum(512)));
/** Of sound, a second. */
const sampleRate = z.optional(z.literal([8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000]));
const channels = z.optional(z.literal([1, 2]));
/** Of the picture. */
const quality = z.optional(z.int().check(z.minimum(1), z.maximum(100)));

export const ffmpegOptions = z.object({ bitRate, sampleRate, channels, quality });

export type FfmpegOptions = z.infer<typeof ffmpegOptions>;

/** The options of a conversion into the format: those that its codecs leave open. */
export function ffmpegOptionsOf(to: string): z.ZodMiniType<Record<string, unknown>> {
  const target: FfmpegTarget | undefined = ffmpegTargets[to];
  const sound = target?.audio ?? [];
  return z.strictObject({
    ...(sound.includes('-b:a') ? { bitRate } : {}),
    ...(sound.length > 0 && !sound.includes('-ar') && !sound.includes('libopus') ? { sampleRate } : {}),
    ...(sound.length > 0 && !sound.includes('-ac') ? { channels } : {}),
    ...(target?.video?.includes('-crf') ? { quality } : {}),
  });
}
