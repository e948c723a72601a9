import { Validator } from '@cfworker/json-schema';
import { isDeepStrictEqual } from 'node:util';
import { annotationKeywords } from '../contract/optionAnnotations.ts';
import { asObject, asText, type JsonObject } from '../contract/read.ts';
import { isSecretOption } from '../contract/secretOptions.ts';
import { own } from '../util/own.ts';
import { checkableSchema } from './checkableSchema.ts';

/** An option of a conversion that a person can set. */
export interface OptionField {
  readonly name: string;
  /** The JSON Schema of its values. */
  readonly schema: JsonObject;
  /** Whether what is typed is to be hidden. */
  readonly secret: boolean;
}

/**
 * The options that every one of the schemas has, and in the same way: one answer has to fit all files. What only some of the
 * schemas say of an option, such as another default, is left out.
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

/** What schemas of one option say alike, or `undefined` where they allow different values. */
function agreed([first = {}, ...others]: readonly JsonObject[]): JsonObject | undefined {
  const differing = [first, ...others]
    .flatMap((schema) => Object.keys(schema))
    .filter((word) => !others.every((other) => isDeepStrictEqual(own(other, word), own(first, word))));
  if (!differing.every((word) => annotationKeywords.has(word))) return undefined;
  return Object.fromEntries(Object.entries(first).filter(([word]) => !differing.includes(word)));
}

/** What holds where an option is left out, as far as its schema says it by a value. */
export function defaultOf({ schema }: OptionField): unknown {
  return schema['default'];
}

export function isDefault(field: OptionField, value: unknown): boolean {
  return isDeepStrictEqual(value, defaultOf(field));
}

/** Whether a value that comes from elsewhere can stand in a form. */
export function takes(field: OptionField, value: unknown): boolean {
  const choices = choicesOf(field);
  if (choices !== undefined) return choices.some((choice) => isDeepStrictEqual(choice, value));
  return isDeepStrictEqual(typedValue(field, typedText(value)), value);
}

/** What the schemas say of their options as a whole. */
export function remarksOf(schemas: readonly JsonObject[]): string[] {
  return [...new Set(schemas.flatMap((schema) => asText(schema['description']) ?? []))];
}

/** The values to choose from, where a schema names them all. */
export function choicesOf({ schema }: OptionField): readonly unknown[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return schema['type'] === 'boolean' ? [true, false] : undefined;
}

/**
 * What a typed text means to an option: a number, several numbers with commas between them, or the text itself, whichever
 * its schema allows first, as far as that is checked here; `undefined` when it allows none.
 */
export function typedValue({ schema }: OptionField, text: string): unknown {
  const validator = new Validator(checkableSchema(schema), '2020-12');
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const meanings = [...(numbers.length === 1 ? numbers : []), numbers, text];
  return meanings.find((value) => isJson(value) && validator.validate(value).valid);
}

/** How a value could be typed, for `typedValue` to find it again. */
export function typedText(value: unknown): string {
  const values = [value].flat().map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  return values.join(', ');
}

function isJson(value: string | number | readonly number[]): boolean {
  return typeof value === 'string' || [value].flat().every(Number.isFinite);
}
