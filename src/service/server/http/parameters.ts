import type { FastifyRequest } from 'fastify';
import { asObject, asText } from '../../../contract/read.ts';
import { own } from '../../../util/own.ts';

/** A decoded path parameter; `''` if the route doesn't have it. */
export function pathParameter(request: FastifyRequest, name: string): string {
  return asText(own(asObject(request.params) ?? {}, name)) ?? '';
}

/** A query parameter as received: text, or a list if it is repeated. */
export function queryParameter(request: FastifyRequest, name: string): unknown {
  return own(asObject(request.query) ?? {}, name);
}
