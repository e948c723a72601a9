import { isDeepStrictEqual } from 'node:util';
import { type Schema, Validator } from '@cfworker/json-schema';
import { annotationKeywords, isOptionPattern, isSecretOption } from '../contract/options.ts';
import { asObject, asText, type JsonObject } from '../contract/read.ts';
import { ownValue } from '../util/ownValue.ts';

/** A conversion option that the user can set. */
export interface OptionField {
  readonly name: string;
  /** The JSON Schema of the option's values. */
  readonly schema: JsonObject;
  /** True for a secret, whose input is hidden. */
  readonly secret: boolean;
}

/**
 * The options that all schemas have in common with the same values, because one form applies to all files. Details that
 * differ between the schemas, such as a default, are dropped.
 */
export function commonFields(schemas: readonly JsonObject[]): OptionField[] {
  const [first = {}, ...others] = schemas.map((schema) => asObject(schema['properties']) ?? {});
  return Object.entries(first).flatMap(([name, property]) => {
    const alike = [property, ...others.map((other) => ownValue(other, name))]
      .map(asObject)
      .filter((each) => each !== undefined);
    if (alike.length !== schemas.length) return [];
    const schema = agreed(alike);
    if (schema === undefined) return [];
    return [{ name, schema, secret: schema['writeOnly'] === true || isSecretOption(name) }];
  });
}

/** The common part of an option's schemas; `undefined` if they allow different values. */
function agreed([first = {}, ...others]: readonly JsonObject[]): JsonObject | undefined {
  const differing = [first, ...others]
    .flatMap((schema) => Object.keys(schema))
    .filter(
      (word) => !others.every((other) => isDeepStrictEqual(ownValue(other, word), ownValue(first, word))),
    );
  if (!differing.every((word) => annotationKeywords.has(word))) return undefined;
  return Object.fromEntries(Object.entries(first).filter(([word]) => !differing.includes(word)));
}

/** The value that applies if the option is omitted, if its schema states one. */
export function defaultOf({ schema }: OptionField): unknown {
  return schema['default'];
}

export function isDefault(field: OptionField, value: unknown): boolean {
  return isDeepStrictEqual(value, defaultOf(field));
}

/** True if a stored or external value is valid for a field. */
export function acceptsValue(field: OptionField, value: unknown): boolean {
  const choices = choicesOf(field);
  if (choices !== undefined) return choices.some((choice) => isDeepStrictEqual(choice, value));
  return isDeepStrictEqual(typedValue(field, typedText(value)), value);
}

/** Descriptions in the schemas about all options together. */
export function remarksOf(schemas: readonly JsonObject[]): string[] {
  return [...new Set(schemas.flatMap((schema) => asText(schema['description']) ?? []))];
}

/** The values to choose from, if the schema lists them. */
export function choicesOf({ schema }: OptionField): readonly unknown[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return schema['type'] === 'boolean' ? [true, false] : undefined;
}

/**
 * Parses typed text as a number, a comma-separated list of numbers, or text, whichever the option's schema allows
 * first. Returns `undefined` if it allows none of them, as far as that can be checked here.
 */
export function typedValue({ schema }: OptionField, text: string): unknown {
  const validator = new Validator(checkableSchema(schema), '2020-12');
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const meanings = [...(numbers.length === 1 ? numbers : []), numbers, text];
  return meanings.find((value) => isJson(value) && validator.validate(value).valid);
}

/** Formats a value so that `typedValue` can parse it. */
export function typedText(value: unknown): string {
  const values = [value].flat().map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  return values.join(', ');
}

function isJson(value: string | number | readonly number[]): boolean {
  return typeof value === 'string' || [value].flat().every(Number.isFinite);
}

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
function checkableSchema(schema: unknown): Schema | boolean {
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
