import * as z from 'zod/mini';
import { ownValue } from '../../../util/ownValue.ts';
import {
  bitRateOf,
  type DefaultBehavior,
  option,
  optionsByCodec,
  type OptionShape,
  type OptionsSchema,
} from '../../api/options.ts';
import { qualityOption } from '../../lib/compressionOptions.ts';
import {
  codecArgument,
  chooseCodec,
  type FfmpegCodec,
  encoderOf,
  codecNames,
  qualityOf,
  qualityScale,
} from './codecs.ts';
import { type FfmpegTarget, ffmpegTargets } from './formats.ts';

const sampleRate = option(z.literal([8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000]), {
  description: 'Samples per second; higher rates preserve higher frequencies',
  unset: 'Same as the source',
});
const channels = option(z.literal([1, 2]), {
  description: '1 for mono, 2 for stereo',
  unset: 'Same as the source',
});

/** The union of the options of all FFmpeg targets. */
export const ffmpegOptions = z.object({
  bitRate: z.optional(z.int()),
  sampleRate,
  channels,
  quality: qualityOption({ unset: 'Depends on the codec' }),
  codec: z.optional(z.string()),
});

export type FfmpegOptions = z.infer<typeof ffmpegOptions>;

/** Returns the options for converting to a format: those that its codecs support. */
export function ffmpegOptionsOf(to: string): OptionsSchema {
  const { video, audio }: FfmpegTarget = ownValue(ffmpegTargets, to) ?? { muxer: to };
  const names = [...codecNames(video), ...codecNames(audio)];
  const shapeOf = (name?: string) => openOptions(chooseCodec(video, name), chooseCodec(audio, name));
  const shapes = names.map((name) => [name, shapeOf(name)] as const);
  return optionsByCodec(shapes.length > 0 ? Object.fromEntries(shapes) : { usual: shapeOf() });
}

function openOptions(video: FfmpegCodec | undefined, audio: FfmpegCodec | undefined): OptionShape {
  return {
    ...(audio && takesBitRate(audio) ? { bitRate: bitRateOf(encoderOf(audio), usualBitRate(audio)) } : {}),
    ...(audio && !audio.includes('-ar') && encoderOf(audio) !== 'libopus' ? { sampleRate } : {}),
    ...(audio && !audio.includes('-ac') ? { channels } : {}),
    ...(video && qualityScale(video) ? { quality: qualityOption(usualQuality(video)) } : {}),
  };
}

/** True if the encoder has a bit rate or quality setting. All encoders but Speex do. */
function takesBitRate(audio: FfmpegCodec): boolean {
  return audio.includes('-b:a') || (audio.includes('-q:a') && encoderOf(audio) !== 'libspeex');
}

function usualBitRate(audio: FfmpegCodec): DefaultBehavior<number> {
  const text = codecArgument(audio, '-b:a');
  return text === undefined ? { unset: 'High quality' } : { default: Number.parseInt(text, 10) };
}

function usualQuality(video: FfmpegCodec): DefaultBehavior<number> {
  const quality = qualityOf(video);
  return quality === undefined ? { unset: 'Depends on the codec' } : { default: quality };
}
