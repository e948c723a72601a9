import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bytesQuery, sha256Query } from '../../../contract/extensions.ts';
import { asNumber } from '../../../contract/read.ts';
import { routes } from '../../../contract/routes.ts';
import { serviceError } from '../../faults.ts';
import type { CallerUploads } from '../caller.ts';
import type { Callers } from '../http/callers.ts';
import { endpoint } from '../http/endpoint.ts';
import { pathParameter, queryParameter } from '../http/parameters.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { tooLarge } from '../submission/upload.ts';

/** Serves `POST /uploads` and `GET /uploads/{id}/{part}`, if the service announces them. */
export function uploadRoutes(app: FastifyInstance, { extensions }: ServerOptions, callers: Callers): void {
  const minBytes = extensions?.signedUploads;
  if (minBytes === undefined) return;
  endpoint(app, routes.uploads(), {
    POST: async (request, reply) => {
      const { jobs, plan } = callers.of(request);
      const bytes = asNumber(queryParameter(request, bytesQuery)) ?? 0;
      if (!Number.isSafeInteger(bytes) || bytes < minBytes)
        throw serviceError('request.malformed', `An upload must have at least ${minBytes} bytes.`);
      const { maxFileBytes } = plan.limits;
      if (bytes > maxFileBytes) throw tooLarge({ maxFiles: 1, maxBytes: maxFileBytes });
      await jobs.checkCapacity();
      return reply.code(201).send(await uploadsOf(callers, request).create(bytes));
    },
  });
  endpoint(app, `${routes.uploads()}/:id/:part`, {
    GET: async (request, reply) => {
      const part = asNumber(pathParameter(request, 'part')) ?? -1;
      const sha256 = queryParameter(request, sha256Query);
      if (!Number.isSafeInteger(part) || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
        throw serviceError('request.malformed', 'The number or the SHA-256 of the part is invalid.');
      const signed = await uploadsOf(callers, request).sign(pathParameter(request, 'id'), part, sha256);
      return reply.header('Cache-Control', 'no-store').send(signed);
    },
  });
}

function uploadsOf(callers: Callers, request: FastifyRequest): CallerUploads {
  const { uploads } = callers.of(request).jobs;
  if (uploads) return uploads;
  throw serviceError('request.not_found', 'This service has no signed uploads.');
}
