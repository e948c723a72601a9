import type { FastifyRequest } from 'fastify';
import { asObject, asText } from '../../../contract/read.ts';
import { own } from '../../../util/own.ts';

/** A variable part of the path, decoded; `''` in a route that does not have it. */
export function pathParameter(request: FastifyRequest, name: string): string {
  return asText(own(asObject(request.params) ?? {}, name)) ?? '';
}

/** A query parameter as it came: text, or a list when it stands there twice. */
export function queryParameter(request: FastifyRequest, name: string): unknown {
  return own(asObject(request.query) ?? {}, name);
}
