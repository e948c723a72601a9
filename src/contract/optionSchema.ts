import { fields } from './dialect.ts';
import { ShapeError } from './errors.ts';
import { asObject, type JsonObject, pick } from './read.ts';

/**
 * Keywords with which an options schema describes an option, in addition to JSON Schema's `title`, `description`, and
 * `default`. None of them restricts values.
 */
export const optionAnnotations = {
  /** The unit of a number, such as `pixels`. */
  unit: 'x-unit',
  /** The behavior if the option is omitted and no value expresses it, such as `Same as the source`. */
  unset: 'x-unset',
} as const;

/** Every keyword that describes an option without restricting its values. */
export const annotationKeywords: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  ...Object.values(optionAnnotations),
]);

/** Names of secrets. Options aren't documented, so the word counts anywhere in a name. */
const secretName = /pass(?:word|phrase|code)|secret/i;

/**
 * True if an option's value must only be sent with its submission and never be stored. The options schema marks it with
 * `writeOnly` (JSON Schema Validation, 9.4), so that forms hide the input.
 */
export function isSecretOption(name: string): boolean {
  return secretName.test(name);
}

/** The options without secrets. */
export function withoutSecrets(options: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !isSecretOption(name)));
}

/** JSON of a value without secret options. */
export function jsonWithoutSecrets(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (isSecretOption(name) ? undefined : inner));
}

/** The options schema with secrets marked. */
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
