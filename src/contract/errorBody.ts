import { fields } from './dialect.ts';
import { type Fault, faultCode, faultField, readFault } from './faults/fault.ts';
import { asObject, asText, pick } from './read.ts';

/** The body of an error (api.md, Errors 1), or `undefined` for any other body. */
export function parseErrorBody(body: unknown): { error: string; detail: string; fault?: Fault } | undefined {
  const object = asObject(body);
  const error = object && asText(pick(object, ['error']));
  if (object === undefined || error === undefined) return undefined;
  const fault = readFault(pick(object, [faultField]));
  return {
    error,
    detail: asText(pick(object, fields.errorDetail.read)) ?? '',
    ...(fault !== undefined && faultCode(fault) === error ? { fault } : {}),
  };
}
