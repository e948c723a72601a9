import type { Schema } from '@cfworker/json-schema';
import { isOptionPattern } from '../contract/optionPatterns.ts';
import { asObject } from '../contract/read.ts';

const isNumber = (value: unknown): boolean => typeof value === 'number';

/** The keywords that say by themselves whether a value is allowed, with what they may be followed by. */
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
 * What of a service's JSON Schema can be checked here in linear time: bounds, lists and alternatives. References multiply
 * without end, and patterns and formats can take forever, so values that break those are the service's to refuse. The result
 * allows whatever the schema does.
 */
export function checkableSchema(schema: unknown): Schema | boolean {
  if (typeof schema === 'boolean') return schema;
  return Object.fromEntries(
    Object.entries(asObject(schema) ?? {}).flatMap(([keyword, value]) => {
      if (bounds.get(keyword)?.(value) === true) return [[keyword, value]];
      if (keyword === 'items' && !Array.isArray(value)) return [[keyword, checkableSchema(value)]];
      if (!Array.isArray(value)) return [];
      if (keyword === 'allOf') return [[keyword, value.map(checkableSchema)]];
      // What is left of the alternatives of `oneOf` may allow a value more than once, where the whole ones allow it once.
      return keyword === 'anyOf' || keyword === 'oneOf' ? [['anyOf', value.map(checkableSchema)]] : [];
    }),
  );
}
