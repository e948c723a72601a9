import * as z from 'zod/mini';
import { optionAnnotations } from '../../contract/optionAnnotations.ts';
import type { OptionPhrase } from '../../contract/optionPhrases.ts';
import type { OptionName } from '../../contract/optionNames.ts';

/** The options of a row by their names, for each of which there are words. */
export type OptionShape = Readonly<Partial<Record<OptionName, z.ZodMiniType>>>;

export type OptionsSchema = z.ZodMiniType<Record<string, unknown>>;

/** The schema of options that are named, and of no others; a name without words does not compile. */
export function strictOptions<Shape extends OptionShape>(
  shape: Shape & Readonly<Record<Exclude<keyof Shape, OptionName>, never>>,
): z.ZodMiniObject<Shape, z.core.$strict> {
  return z.strictObject<Shape>(shape);
}

/** What holds without an option. */
export type Absent<T> =
  | {
      /** The value that changes nothing. */
      readonly default: T;
    }
  | {
      /** A few words, where no value says it. */
      readonly unset: OptionPhrase;
    };

/** What people are told of an option. */
type About<T> = Absent<T> & {
  /** What it is for, as a sentence. */
  readonly description: OptionPhrase;
};

/** An option, which may be left out, with what its schema tells people of it. */
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

/** The same option, with a phrase for what holds without it in place of any other. */
export function withUnset(type: z.ZodMiniType, unset: OptionPhrase): z.ZodMiniType {
  const { description = '' } = z.globalRegistry.get(type) ?? {};
  // A clone that is given its definition takes over nothing of what is said of the original.
  return type.clone(type.def).register(z.globalRegistry, { description, [optionAnnotations.unset]: unset });
}
