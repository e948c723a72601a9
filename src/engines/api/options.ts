import * as z from 'zod/mini';
import { optionAnnotations } from '../../contract/optionSchema.ts';
import type { OptionPhrase } from '../../contract/optionPhrases.ts';
import type { OptionName } from '../../contract/optionNames.ts';

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
export function withDefaultPhrase(type: z.ZodMiniType, unset: OptionPhrase): z.ZodMiniType {
  const { description = '' } = z.globalRegistry.get(type) ?? {};
  // A clone with an explicit definition doesn't inherit the metadata of the original.
  return type.clone(type.def).register(z.globalRegistry, { description, [optionAnnotations.unset]: unset });
}
