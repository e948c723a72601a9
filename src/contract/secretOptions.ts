import type { JsonObject } from './read.ts';

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
