import * as z from 'zod/mini';
import { optionAnnotations } from '../../contract/optionSchema.ts';
import type { OptionPhrase } from '../../contract/optionPhrases.ts';
import type { OptionName } from '../../contract/optionNames.ts';

/** The options of a conversion by name; each name must have its phrases. */
export type OptionShape = Readonly<Partial<Record<OptionName, z.ZodMiniType>>>;

export type OptionsSchema = z.ZodMiniType<Record<string, unknown>>;

/** The schema of exactly these options; a name without phrases doesn't compile. */
export function strictOptions<Shape extends OptionShape>(
  shape: Shape & Readonly<Record<Exclude<keyof Shape, OptionName>, never>>,
): z.ZodMiniObject<Shape, z.core.$strict> {
  return z.strictObject<Shape>(shape);
}

/** The options of another row, and these. */
export function extendedOptions(schema: OptionsSchema, shape: OptionShape): OptionsSchema {
  if (!(schema instanceof z.ZodMiniObject)) throw new Error('These options have no names.');
  return z.extend(schema, shape);
}

/** The behavior without an option. */
export type Absent<T> =
  | {
      /** The value with the same effect. */
      readonly default: T;
    }
  | {
      /** A phrase, if no value expresses it. */
      readonly unset: OptionPhrase;
    };

/** The description of an option. */
type About<T> = Absent<T> & {
  /** A short phrase without a period. */
  readonly description: OptionPhrase;
};

/** An optional option, with its description for the schema. */
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

/** The same option with another phrase for its default. */
export function withUnset(type: z.ZodMiniType, unset: OptionPhrase): z.ZodMiniType {
  const { description = '' } = z.globalRegistry.get(type) ?? {};
  // A clone with an explicit definition doesn't inherit the original's metadata.
  return type.clone(type.def).register(z.globalRegistry, { description, [optionAnnotations.unset]: unset });
}
