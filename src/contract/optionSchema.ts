import { fields } from './dialect.ts';
import { ShapeError } from './errors.ts';
import { asObject, type JsonObject, pick } from './read.ts';

/**
 * Schema keywords that describe an option, in addition to JSON Schema's `title`, `description`, and `default`. None of
 * them restricts values.
 */
export const optionAnnotations = {
  /** The unit of a number, such as `pixels`. */
  unit: 'x-unit',
  /** The behavior if the option is omitted, such as `Same as the source`, when no value of the option stands for it. */
  unset: 'x-unset',
} as const;

/** Every keyword that describes an option without restricting its values. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  ...Object.values(optionAnnotations),
]);

/** Matches names of secrets. Services name options freely, so the word counts anywhere in a name. */
const secretName = /pass(?:word|phrase|code)|secret/i;

/**
 * True if an option is a secret, whose value must only be sent with its submission and never be stored. The options
 * schema marks it with `writeOnly` (JSON Schema Validation, 9.4), so that forms hide the input.
 */
export function isSecretOption(name: string): boolean {
  return secretName.test(name);
}

export function withoutSecrets(options: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !isSecretOption(name)));
}

/** Converts a value to JSON without secret options. */
export function jsonWithoutSecrets(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (isSecretOption(name) ? undefined : inner));
}

/** Marks secrets in an options schema. */
export function withSecretsMarked(schema: JsonObject & { properties?: JsonObject }): JsonObject {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    isSecretOption(name) && typeof property === 'object' ? { ...property, writeOnly: true } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/**
 * Reads the options schema of a pair (api.md, Endpoints 11): a JSON Schema, bare or in an envelope.
 * @throws ShapeError if the body isn't an object
 */
export function parseOptionsSchema(body: unknown): JsonObject {
  const outer = asObject(body);
  if (outer === undefined) throw new ShapeError('schema', 'options schema');
  if ('properties' in outer || '$schema' in outer) return outer;
  const inner = asObject(pick(outer, [...fields.schema.read, ...fields.envelope.read]));
  return inner !== undefined && ('properties' in inner || '$schema' in inner || 'type' in inner)
    ? inner
    : outer;
}
