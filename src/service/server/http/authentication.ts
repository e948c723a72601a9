import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { apiKeyHeader } from '../../../contract/routes.ts';
import { own } from '../../../util/own.ts';
import { refusal } from '../../shared/refusal.ts';

const headerName = apiKeyHeader.toLowerCase();

/** Checks the key and the caller's address before anything else of a request is looked at (api.md, Authentication 1 and 3). */
export function authentication(key: string, allowedAddresses: readonly string[]) {
  const expected = digest(key);
  return async (request: FastifyRequest): Promise<void> => {
    const given = own(request.headers, headerName);
    // Digests have one length, which a comparison in constant time needs.
    const right = typeof given === 'string' && timingSafeEqual(digest(given), expected);
    const allowed = allowedAddresses.length === 0 || allowedAddresses.includes(request.ip);
    if (right && allowed) return;
    throw refusal(
      'api_key.invalid_or_ip_not_allowed',
      'The API key is missing or invalid, or it may not be used from this address.',
    );
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
