import * as z from 'zod/mini';
import { bitRateOf, option, optionsByCodec, type OptionsSchema, strictOptions } from '../api/options.ts';
import { type AudioCodec, encoders, targetOf } from './targets.ts';

const sampleRate = option(z.int().check(z.minimum(8000), z.maximum(192_000)), {
  description: 'Samples per second; higher rates preserve higher frequencies',
  unset: 'Same as the source',
});

const channelsUpTo = (most: number) =>
  option(z.int().check(z.minimum(1), z.maximum(most)), {
    description: '1 for mono, 2 for stereo',
    unset: 'Same as the source',
  });
const channels = channelsUpTo(8);
const mp3Channels = channelsUpTo(2);
const withoutLoss: ReadonlySet<AudioCodec> = new Set(['pcm_s16', 'pcm_s24', 'pcm_f32', 'flac']);

/** The union of the options of all audio targets. */
export const soundOptions = z.object({
  sampleRate,
  channels,
  bitRate: z.optional(z.int()),
  codec: z.optional(z.custom<AudioCodec>((value) => Object.hasOwn(encoders, value))),
});

export type SoundOptions = z.infer<typeof soundOptions>;

export function conversionOptions(to: string): OptionsSchema {
  if (to === 'm4a')
    return strictOptions({ sampleRate, channels, bitRate: bitRateOf('aac', { unset: 'High quality' }) });
  const { codecs } = targetOf(to);
  const lossy = codecs.find((codec) => !withoutLoss.has(codec));
  const bitRate = lossy && bitRateOf(encoders[lossy], { unset: 'High quality' });
  const shapeOf = (codec: AudioCodec) => ({
    // Opus always has the same sample rate.
    ...(codec === 'opus' ? {} : { sampleRate }),
    channels: codec === 'mp3' ? mp3Channels : channels,
    ...(bitRate === undefined || withoutLoss.has(codec) ? {} : { bitRate }),
  });
  const shapes = Object.fromEntries(codecs.map((codec) => [codec, shapeOf(codec)]));
  // Without a codec option, audio that the target supports is copied unchanged.
  return optionsByCodec(shapes, { unset: 'Depends on the source' });
}
