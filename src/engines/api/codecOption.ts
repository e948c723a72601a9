import * as z from 'zod/mini';
import { isDeepStrictEqual } from 'node:util';
import type { OptionPhrase } from '../../contract/optionPhrases.ts';
import { own } from '../../util/own.ts';
import {
  type Absent,
  option,
  type OptionShape,
  type OptionsSchema,
  strictOptions,
  withUnset,
} from './options.ts';

/**
 * The options of a format, by its codecs. If there are several, `codec` selects one, by default the first, and the
 * first one's bounds apply to all; an option that doesn't suit the codec is refused, not ignored.
 *
 * @param absent the default of `codec`, unless it is the first one
 */
export function optionsByCodec(
  shapes: Readonly<Record<string, OptionShape>>,
  absent?: { readonly unset: OptionPhrase },
): OptionsSchema {
  const codecs = Object.keys(shapes);
  const [usual = ''] = codecs;
  const all = alikeInAll(Object.values(shapes));
  if (codecs.length < 2) return strictOptions(all);
  const codecOption = option(z.enum(codecs), {
    description: 'Codec of the video or audio',
    ...(absent ?? { default: usual }),
  });
  return strictOptions({ codec: codecOption, ...all }).check(({ value, issues }) => {
    const { codec: named, ...others } = value;
    const codec = typeof named === 'string' ? named : usual;
    const fitting = own(shapes, codec) ?? {};
    for (const name of Object.keys(others).filter((each) => !Object.hasOwn(fitting, each))) {
      const message = `It does not go with the codec ${codec}`;
      issues.push({ code: 'custom', path: [name], input: value, message });
    }
  });
}

/** Each option as in the first shape that has it, with a note if others have a different default. */
function alikeInAll(shapes: readonly OptionShape[]): OptionShape {
  const named = shapes.flatMap((shape) => Object.entries(shape));
  return Object.fromEntries(
    named.toReversed().map(([name, type]) => {
      const alike = named.filter(([other]) => other === name).map(([, each]) => z.globalRegistry.get(each));
      const isAlike = alike.every((about) => isDeepStrictEqual(about, alike[0]));
      return [name, isAlike ? type : withUnset(type, 'Fits the codec')];
    }),
  );
}

/** The valid kilobits per second of encoders, by FFmpeg’s names. */
const bitRates: Readonly<Record<string, readonly [least: number, most: number]>> = {
  aac: [16, 512],
  libmp3lame: [32, 320],
  libopus: [6, 512],
  libvorbis: [32, 500],
};
const otherBitRates = [8, 512] as const;

/** Kilobits per second of audio; the encoder determines how they sound. */
export function bitRateOf(encoder: string, absent: Absent<number>): z.ZodMiniType<number | undefined> {
  const [least, most] = own(bitRates, encoder) ?? otherBitRates;
  return option(z.int().check(z.minimum(least), z.maximum(most)), {
    description: 'Data rate of the audio; higher rates sound better',
    ...absent,
  });
}
