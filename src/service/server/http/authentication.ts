import type { FastifyRequest } from 'fastify';
import { apiKeyHeader } from '../../../contract/routes.ts';
import { own } from '../../../util/own.ts';
import { keyRefusal } from '../../faults.ts';
import type { Authenticate } from '../caller.ts';
import type { Callers } from './callers.ts';

const headerName = apiKeyHeader.toLowerCase();

/** Checks the key and the caller's address before anything else of a request (api.md, Authentication 1 and 3). */
export function authentication(authenticate: Authenticate, callers: Callers) {
  return async (request: FastifyRequest): Promise<void> => {
    const given = own(request.headers, headerName);
    const caller = typeof given === 'string' ? await authenticate(given, request.ip) : undefined;
    if (caller === undefined) throw keyRefusal();
    callers.set(request, caller);
  };
}
