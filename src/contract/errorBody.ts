import { fields } from './dialect.ts';
import { asObject, asText, pick } from './read.ts';

/** The body of an error (api.md, Errors 1), or `undefined` when it is not one. */
export function parseErrorBody(body: unknown): { error: string; detail: string } | undefined {
  const object = asObject(body);
  const error = object && asText(pick(object, ['error']));
  if (object === undefined || error === undefined) return undefined;
  return { error, detail: asText(pick(object, fields.errorDetail.read)) ?? '' };
}
