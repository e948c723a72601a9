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
 * The options of a format, by the codecs that it holds. Where there are more than one, `codec` names one of them, the
 * first if it is left out, whose bounds hold for all; an option that does not go with it is refused rather than left aside.
 *
 * @param absent what holds where `codec` is left out, unless that is the first
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
    description: 'What picture or sound is encoded as.',
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

/** Each option as the first shape has it that does, which says so where others say something else of leaving it out. */
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

/** Kilobits a second that encoders, by FFmpeg’s names for them, can be asked for. */
const bitRates: Readonly<Record<string, readonly [least: number, most: number]>> = {
  aac: [16, 512],
  libmp3lame: [32, 320],
  libopus: [6, 512],
  libvorbis: [32, 500],
};
const otherBitRates = [8, 512] as const;

/** Kilobits a second of sound; what an encoder leaves away for them decides how it sounds. */
export function bitRateOf(encoder: string, absent: Absent<number>): z.ZodMiniType<number | undefined> {
  const [least, most] = own(bitRates, encoder) ?? otherBitRates;
  return option(z.int().check(z.minimum(least), z.maximum(most)), {
    description: 'What a second of sound takes: more sounds better.',
    ...absent,
  });
}
