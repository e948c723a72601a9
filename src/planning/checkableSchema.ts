import type { Schema } from '@cfworker/json-schema';
import { isOptionPattern } from '../contract/optionPatterns.ts';
import { asObject } from '../contract/read.ts';

const isNumber = (value: unknown): boolean => typeof value === 'number';

/** The schema keywords that can be checked on their own, each with a test for its argument. */
const bounds: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['type', (value: unknown) => [value].flat().every((name) => typeof name === 'string')],
  ['enum', Array.isArray],
  ['const', () => true],
  ['pattern', isOptionPattern],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map(
    (name) => [name, isNumber] as const,
  ),
  ...['minLength', 'maxLength', 'minItems', 'maxItems'].map((name) => [name, isNumber] as const),
]);

/**
 * The parts of a service's JSON Schema that can be checked in linear time: bounds, lists, and alternatives. References
 * can multiply endlessly, and patterns and formats can take forever, so only the service checks those. The result
 * allows everything that the original schema allows.
 */
export function checkableSchema(schema: unknown): Schema | boolean {
  if (typeof schema === 'boolean') return schema;
  return Object.fromEntries(
    Object.entries(asObject(schema) ?? {}).flatMap(([keyword, value]) => {
      if (bounds.get(keyword)?.(value) === true) return [[keyword, value]];
      if (keyword === 'items' && !Array.isArray(value)) return [[keyword, checkableSchema(value)]];
      if (!Array.isArray(value)) return [];
      if (keyword === 'allOf') return [[keyword, value.map(checkableSchema)]];
      // A value may match several simplified alternatives of `oneOf` although it matches only one of the originals.
      return keyword === 'anyOf' || keyword === 'oneOf' ? [['anyOf', value.map(checkableSchema)]] : [];
    }),
  );
}
