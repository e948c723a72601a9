import { asCredits, creditsIn } from './credits.ts';
import { fields } from './dialect.ts';
import { ShapeError } from './errors.ts';
import { asObject, type JsonObject, pick, unwrap } from './read.ts';

/**
 * Reads the estimated credits of a conversion (api.md, Endpoints 12), or the upper end of a range.
 * @throws ShapeError if there is no number
 */
export function parseEstimate(body: unknown): number {
  const record = unwrap(body, (object) => estimateIn(object) !== undefined);
  const credits = asCredits(body) ?? (record && estimateIn(record));
  if (credits === undefined) throw new ShapeError('credits', 'cost estimate');
  return credits;
}

function estimateIn(object: JsonObject): number | undefined {
  const inner = asObject(pick(object, fields.estimate.read));
  return creditsIn(object, fields.estimate.read) ?? upperEnd(object) ?? (inner && upperEnd(inner));
}

function upperEnd(object: JsonObject): number | undefined {
  const least = creditsIn(object, fields.estimateLeast.read);
  const most = creditsIn(object, fields.estimateMost.read);
  return least !== undefined && most !== undefined && least <= most ? most : undefined;
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
