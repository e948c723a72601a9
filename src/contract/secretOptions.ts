import type { JsonObject } from './read.ts';

/** What secrets are called; no option is documented, so the word decides wherever it stands in a name. */
const secretName = /pass(?:word|phrase|code)|secret/i;

/**
 * Whether an option's value is for the service alone: it is sent with its submission and kept nowhere. Marked in the options
 * schema with `writeOnly` (JSON Schema Validation, 9.4), by which a form knows to hide what is typed.
 */
export function isSecretOption(name: string): boolean {
  return secretName.test(name);
}

/** Options without those that are secret. */
export function withoutSecrets(options: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !isSecretOption(name)));
}

/** JSON of anything, without the values of secret options. */
export function jsonWithoutSecrets(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (isSecretOption(name) ? undefined : inner));
}

/** An options schema in which each secret is marked. */
export function withSecretsMarked(schema: JsonObject & { properties?: JsonObject }): JsonObject {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    isSecretOption(name) && typeof property === 'object' ? { ...property, writeOnly: true } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}
