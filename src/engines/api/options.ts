import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { optionAnnotations, type OptionName, type OptionPhrase } from '../../contract/options.ts';
import { ownValue } from '../../util/ownValue.ts';

/** Options by name. The contract must contain the texts of each name. */
export type OptionShape = Readonly<Partial<Record<OptionName, z.ZodMiniType>>>;

export type OptionsSchema = z.ZodMiniType<Record<string, unknown>>;

/** Creates a schema that allows only these options. A name that isn't in the contract doesn't compile. */
export function strictOptions<Shape extends OptionShape>(
  shape: Shape & Readonly<Record<Exclude<keyof Shape, OptionName>, never>>,
): z.ZodMiniObject<Shape, z.core.$strict> {
  return z.strictObject<Shape>(shape);
}

/** Adds options to the schema of another conversion. */
export function extendedOptions(schema: OptionsSchema, shape: OptionShape): OptionsSchema {
  if (!(schema instanceof z.ZodMiniObject)) throw new Error('The options schema isn’t an object');
  return z.extend(schema, shape);
}

/** The behavior if the option isn't set. */
export type DefaultBehavior<T> =
  | {
      /** The value that is used. */
      readonly default: T;
    }
  | {
      /** A phrase that describes the behavior, if no value has the same effect. */
      readonly unset: OptionPhrase;
    };

type About<T> = DefaultBehavior<T> & {
  /** Short phrase without a period. */
  readonly description: OptionPhrase;
};

/** Makes an option optional, and describes it for the schema. */
export function option<Type extends z.ZodMiniType>(
  type: Type,
  { description, ...absent }: About<z.output<Type>>,
): z.ZodMiniOptional<Type> {
  const optional = z.optional(type);
  const absence =
    'unset' in absent ? { [optionAnnotations.unset]: absent.unset } : { default: absent.default };
  z.globalRegistry.add(optional, { description, ...absence });
  return optional;
}

/** Returns an option with another phrase for its default. */
function withDefaultPhrase(type: z.ZodMiniType, unset: OptionPhrase): z.ZodMiniType {
  const { description = '' } = z.globalRegistry.get(type) ?? {};
  // A clone with an explicit definition doesn't inherit the metadata of the original.
  return type.clone(type.def).register(z.globalRegistry, { description, [optionAnnotations.unset]: unset });
}

/**
 * Combines the options of a format's codecs into one schema. If there are several codecs, the option `codec` selects
 * one of them. The first codec's limits apply to the values of all. Options that the selected codec doesn't support are
 * rejected, not ignored.
 * @param absent the default of `codec`, if it isn't the first one
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
    const fitting = ownValue(shapes, codec) ?? {};
    for (const name of Object.keys(others).filter((each) => !Object.hasOwn(fitting, each))) {
      const message = `It can’t be combined with the codec ${codec}`;
      issues.push({ code: 'custom', path: [name], input: value, message });
    }
  });
}

/**
 * Merges the options of several codecs. An option is defined as by the first codec that has it, with a remark if its
 * default depends on the codec.
 */
function alikeInAll(shapes: readonly OptionShape[]): OptionShape {
  const named = shapes.flatMap((shape) => Object.entries(shape));
  return Object.fromEntries(
    named.toReversed().map(([name, type]) => {
      const alike = named.filter(([other]) => other === name).map(([, each]) => z.globalRegistry.get(each));
      const isAlike = alike.every((about) => isDeepStrictEqual(about, alike[0]));
      return [name, isAlike ? type : withDefaultPhrase(type, 'Depends on the codec')];
    }),
  );
}

/** Valid bit rates in kbit/s by the name of FFmpeg's encoder. */
const bitRates: Readonly<Record<string, readonly [least: number, most: number]>> = {
  aac: [16, 512],
  libmp3lame: [32, 320],
  libopus: [6, 512],
  libvorbis: [32, 500],
};
const otherBitRates = [8, 512] as const;

/** Returns the option for an audio bit rate in kbit/s. */
export function bitRateOf(
  encoder: string,
  absent: DefaultBehavior<number>,
): z.ZodMiniType<number | undefined> {
  const [least, most] = ownValue(bitRates, encoder) ?? otherBitRates;
  return option(z.int().check(z.minimum(least), z.maximum(most)), {
    description: 'Data rate of the audio; higher rates sound better',
    ...absent,
  });
}
