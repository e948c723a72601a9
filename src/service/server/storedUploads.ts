import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rm } from 'node:fs/promises';
import { bytesQuery, sha256Query, uploadField } from '../../contract/extensions.ts';
import { headBytes } from '../../contract/formats/formatOfHead.ts';
import { asNumber } from '../../contract/read.ts';
import { routes } from '../../contract/routes.ts';
import type { Disposable } from '../../util/disposable.ts';
import { serviceError } from '../faults.ts';
import type { CallerUploads, Callers, Awaitable, StoredUpload } from './caller.ts';
import { endpoint, pathParameter, queryParameter } from './endpoint.ts';
import type { ServerOptions } from './serverOptions.ts';
import type { Measure } from './price.ts';
import { tooLarge, type ReceivedUpload, type UploadLimits } from './upload.ts';

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

/** A form whose file is stored in parts. The file on disk only has the bytes that show its format. */
interface StoredForm extends ReceivedUpload {
  readonly stored: StoredUpload;
}

/**
 * Finds the upload that a form with an empty file names (api-extensions.md, Signed uploads).
 * @returns `undefined` if the form names none
 * @throws ServiceError `request.not_found`, `request.malformed`, `request.file_too_large`
 */
export async function findStored(
  { files: [file], fields }: ReceivedUpload,
  uploads: CallerUploads | undefined,
  limits: Pick<UploadLimits, 'maxFiles' | 'maxBytes'>,
): Promise<StoredForm | undefined> {
  const id = fields.get(uploadField);
  if (id === undefined) return undefined;
  if (uploads === undefined) throw serviceError('request.not_found', 'This service has no signed uploads.');
  if (file === undefined || file.bytes > 0 || limits.maxFiles > 1)
    throw serviceError('request.malformed', 'The file of a submission that names an upload must be empty.');
  const stored = await uploads.find(id);
  const { bytes } = stored;
  if (bytes > limits.maxBytes) throw tooLarge(limits);
  const others = new Map([...fields].filter(([name]) => name !== uploadField));
  return { stored, files: [{ ...file, bytes }], bytes, fields: others };
}

/** Checks an upload, and writes the bytes that show its format. @throws ServiceError `request.not_found` */
export async function fetchHead({ stored, files: [file] }: StoredForm, signal: AbortSignal): Promise<void> {
  await stored.check();
  if (file) await stored.fetch(file.path, signal, headBytes);
}

/** Writes an upload to disk to measure it, and deletes it afterwards. `reserve` reserves the space. */
export function measureStored(
  stored: StoredUpload,
  measure: Measure,
  reserve: (bytes: number) => Awaitable<Disposable>,
): Measure {
  return async (task, account, signal) => {
    const space = await reserve(stored.bytes);
    try {
      await stored.fetch(task.inputPath, signal);
      return await measure(task, account, signal);
    } finally {
      await rm(task.inputPath, { force: true });
      space.dispose();
    }
  };
}
