import * as z from 'zod/mini';
import { own } from '../../util/own.ts';
import { type OptionShape, type OptionsSchema, strictOptions } from './options.ts';

/**
 * The options of a format, by the codecs that it holds. Where there are more than one, `codec` names one of them, the
 * first if it is left out, whose bounds hold for all; an option that does not go with it is refused rather than left aside.
 */
export function optionsByCodec(shapes: Readonly<Record<string, OptionShape>>): OptionsSchema {
  const codecs = Object.keys(shapes);
  const [usual = ''] = codecs;
  const all: OptionShape = Object.assign({}, ...Object.values(shapes).toReversed());
  if (codecs.length < 2) return strictOptions(all);
  return strictOptions({ codec: z.optional(z.enum(codecs)), ...all }).check(({ value, issues }) => {
    const { codec: named, ...others } = value;
    const codec = typeof named === 'string' ? named : usual;
    const fitting = own(shapes, codec) ?? {};
    for (const name of Object.keys(others).filter((each) => !Object.hasOwn(fitting, each))) {
      const message = `It does not go with the codec ${codec}`;
      issues.push({ code: 'custom', path: [name], input: value, message });
    }
  });
}

/** Kilobits a second that encoders, by FFmpeg’s names for them, can be asked for. */
const bitRates: Readonly<Record<string, readonly [least: number, most: number]>> = {
  aac: [16, 512],
  libmp3lame: [32, 320],
  libopus: [6, 512],
  libvorbis: [32, 500],
};
const otherBitRates = [8, 512] as const;

/** Kilobits a second of sound; what an encoder leaves away for them decides how it sounds. */
export function bitRateOf(encoder: string): z.ZodMiniType<number | undefined> {
  const [least, most] = own(bitRates, encoder) ?? otherBitRates;
  return z.optional(z.int().check(z.minimum(least), z.maximum(most)));
}
