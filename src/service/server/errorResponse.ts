import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { fields } from '../../contract/dialect.ts';
import { isServiceError, type ServiceError } from '../../contract/errors.ts';
import { type Fault, faultCode, faultField, faultSentence } from '../../contract/fault.ts';
import type { JsonObject } from '../../contract/read.ts';
import { plainText } from '../../util/plainText.ts';
import { printError, serviceError, sanitizeFault } from '../faults.ts';

/** Sends an error as the API's JSON object (api.md, Errors 1). */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = isServiceError(error) ? error : translate(error, request);
  if (answer.retryAfterMs !== undefined) {
    reply.header('Retry-After', String(Math.ceil(answer.retryAfterMs / 1000)));
  }
  return reply.code(answer.status).send(refusalBody(answer));
}

/** Converts errors that the framework detects to errors of the API. */
function translate(error: FastifyError | Error, request: FastifyRequest): ServiceError {
  const code = 'code' in error ? error.code : '';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || /^FST_(?:ERR_CTP_|INVALID_MULTIPART)/.test(code)) {
    return serviceError('request.invalid_content_type', 'The submission must use multipart/form-data.');
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status < 500) return serviceError('request.malformed', error.message);
  request.log.error(error);
  printError(`${request.method} ${request.routeOptions.url ?? ''}: ${error.stack ?? error.message}`);
  return serviceError('service.internal_error', 'The service couldn’t complete this request.');
}

/** Time for the client to read the answer before the connection of an invalid request is cut. */
const lingerMs = 1000;

/** Answers data that isn't an HTTP request or arrives too late. The framework has no reply object for it. */
export function sendMalformedRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable) return;
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const sentence = isSlow ? 'The request didn’t arrive in time.' : 'The request isn’t valid HTTP.';
  const answer = serviceError('request.malformed', sentence);
  const body = JSON.stringify(errorBody(answer));
  const head = `HTTP/1.1 ${answer.status} Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close`;
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

/**
 * An error as JSON, for answers and job records (api.md, Errors 1). The detail may contain untrusted text, so it is
 * made plain here for all clients.
 */
function errorBody({ code, detail }: { readonly code: string; readonly detail: string }): JsonObject {
  return { [fields.errorCode.read[0]]: code, [fields.errorDetail.read[0]]: plainText(detail) };
}

/** The JSON body of an answer that rejects a request, with a fault that clients can translate. */
function refusalBody({ code, detail, fault }: ServiceError): JsonObject {
  return { ...errorBody({ code, detail }), ...(fault && { [faultField]: sanitizeFault(fault) }) };
}

/** The JSON of a failed conversion's fault, which clients can translate (docs/api-extensions.md, Faults 1). */
export function faultBody(found: Fault): JsonObject {
  const detail = faultSentence(found);
  return {
    [fields.jobError.read[0]]: errorBody({ code: faultCode(found), detail }),
    [faultField]: sanitizeFault(found),
  };
}
