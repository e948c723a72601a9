import { fields } from './dialect.ts';
import { ShapeError } from './errors.ts';
import { asNumber, asObject, type JsonObject, pick, unwrap } from './read.ts';

/**
 * Reads the credits that a conversion is estimated to cost (api.md, Endpoints 12).
 * @throws ShapeError when no number is found.
 */
export function parseEstimate(body: unknown): number {
  const direct = asNumber(body);
  const record = unwrap(body, (object) => asNumber(pick(object, fields.estimate.read)) !== undefined);
  const credits = direct ?? (record && asNumber(pick(record, fields.estimate.read)));
  if (credits === undefined) throw new ShapeError('credits', 'cost estimate');
  return credits;
}

/**
 * Reads the options schema of a pair (api.md, Endpoints 11): a JSON Schema, bare or in an envelope.
 * @throws ShapeError when the body is not an object.
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
