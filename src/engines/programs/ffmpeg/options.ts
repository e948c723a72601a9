import * as z from 'zod/mini';
import { own } from '../../../util/own.ts';
import { bitRateOf, optionsByCodec } from '../../api/codecOption.ts';
import type { OptionShape, OptionsSchema } from '../../api/options.ts';
import { chosen, type Codec, encoderOf, namesIn, qualityScale } from './codecs.ts';
import { type FfmpegTarget, ffmpegTargets } from './formats.ts';

/** Of sound, a second. */
const sampleRate = z.optional(z.literal([8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000]));
const channels = z.optional(z.literal([1, 2]));
/** Of the picture. */
const quality = z.optional(z.int().check(z.minimum(1), z.maximum(100)));

/** Every option that some target allows. */
export const ffmpegOptions = z.object({
  bitRate: z.optional(z.int()),
  sampleRate,
  channels,
  quality,
  codec: z.optional(z.string()),
});

export type FfmpegOptions = z.infer<typeof ffmpegOptions>;

/** The options of a conversion into the format: those that its codecs leave open. */
export function ffmpegOptionsOf(to: string): OptionsSchema {
  const { video, audio }: FfmpegTarget = own(ffmpegTargets, to) ?? { muxer: to };
  const names = [...namesIn(video), ...namesIn(audio)];
  const shapeOf = (name?: string) => openOptions(chosen(video, name), chosen(audio, name));
  const shapes = names.map((name) => [name, shapeOf(name)] as const);
  return optionsByCodec(shapes.length > 0 ? Object.fromEntries(shapes) : { usual: shapeOf() });
}

function openOptions(video: Codec | undefined, audio: Codec | undefined): OptionShape {
  return {
    ...(audio && takesBitRate(audio) ? { bitRate: bitRateOf(encoderOf(audio)) } : {}),
    ...(audio && !audio.includes('-ar') && encoderOf(audio) !== 'libopus' ? { sampleRate } : {}),
    ...(audio && !audio.includes('-ac') ? { channels } : {}),
    ...(video && qualityScale(video) ? { quality } : {}),
  };
}

/** Whether the encoder is told how many bits to take, or how well to do, as others than Speex are that are told this. */
function takesBitRate(audio: Codec): boolean {
  return audio.includes('-b:a') || (audio.includes('-q:a') && encoderOf(audio) !== 'libspeex');
}
