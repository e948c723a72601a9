import { Validator } from '@cfworker/json-schema';
import { isDeepStrictEqual } from 'node:util';
import { annotationKeywords, isSecretOption } from '../contract/optionSchema.ts';
import { asObject, asText, type JsonObject } from '../contract/read.ts';
import { own } from '../util/own.ts';
import { checkableSchema } from './checkableSchema.ts';

/** A conversion option that the user can set. */
export interface OptionField {
  readonly name: string;
  /** The JSON Schema of its values. */
  readonly schema: JsonObject;
  /** True to hide the input. */
  readonly secret: boolean;
}

/**
 * The options that all of the schemas share with the same values, since one answer has to fit all files. Details that
 * only some of the schemas have, such as a different default, are dropped.
 */
export function commonFields(schemas: readonly JsonObject[]): OptionField[] {
  const [first = {}, ...others] = schemas.map((schema) => asObject(schema['properties']) ?? {});
  return Object.entries(first).flatMap(([name, property]) => {
    const alike = [property, ...others.map((other) => own(other, name))]
      .map(asObject)
      .filter((each) => each !== undefined);
    if (alike.length !== schemas.length) return [];
    const schema = agreed(alike);
    if (schema === undefined) return [];
    return [{ name, schema, secret: schema['writeOnly'] === true || isSecretOption(name) }];
  });
}

/** The common part of an option's schemas, or `undefined` if they allow different values. */
function agreed([first = {}, ...others]: readonly JsonObject[]): JsonObject | undefined {
  const differing = [first, ...others]
    .flatMap((schema) => Object.keys(schema))
    .filter((word) => !others.every((other) => isDeepStrictEqual(own(other, word), own(first, word))));
  if (!differing.every((word) => annotationKeywords.has(word))) return undefined;
  return Object.fromEntries(Object.entries(first).filter(([word]) => !differing.includes(word)));
}

/** The value that an omitted option has, if its schema states one. */
export function defaultOf({ schema }: OptionField): unknown {
  return schema['default'];
}

export function isDefault(field: OptionField, value: unknown): boolean {
  return isDeepStrictEqual(value, defaultOf(field));
}

/** True if an external value is valid in a form. */
export function takes(field: OptionField, value: unknown): boolean {
  const choices = choicesOf(field);
  if (choices !== undefined) return choices.some((choice) => isDeepStrictEqual(choice, value));
  return isDeepStrictEqual(typedValue(field, typedText(value)), value);
}

/** The schemas' remarks on their options as a whole. */
export function remarksOf(schemas: readonly JsonObject[]): string[] {
  return [...new Set(schemas.flatMap((schema) => asText(schema['description']) ?? []))];
}

/** The values to choose from, if a schema enumerates them. */
export function choicesOf({ schema }: OptionField): readonly unknown[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return schema['type'] === 'boolean' ? [true, false] : undefined;
}

/**
 * Parses typed text for an option: as a number, a comma-separated list of numbers, or text, whichever the schema allows
 * first, as far as it can be checked here; `undefined` if it allows none.
 */
export function typedValue({ schema }: OptionField, text: string): unknown {
  const validator = new Validator(checkableSchema(schema), '2020-12');
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const meanings = [...(numbers.length === 1 ? numbers : []), numbers, text];
  return meanings.find((value) => isJson(value) && validator.validate(value).valid);
}

/** A value in the form that `typedValue` parses. */
export function typedText(value: unknown): string {
  const values = [value].flat().map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  return values.join(', ');
}

function isJson(value: string | number | readonly number[]): boolean {
  return typeof value === 'string' || [value].flat().every(Number.isFinite);
}
