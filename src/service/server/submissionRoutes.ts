import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceError } from '../../contract/errors.ts';
import { tools, type ToolId } from '../../contract/tools.ts';
import { assignTask } from '../assignment.ts';
import { serviceError } from '../faults.ts';
import { combinationList, compressionList } from '../lists.ts';
import type { Caller, VisibleJob, Callers } from './caller.ts';
import { CachedList, endpoint, pathParameter, isVersionSegment } from './endpoint.ts';
import { requestIn } from './formFields.ts';
import { jobBody } from './jobRoutes.ts';
import { removeJobFolder } from './jobs/jobOutput.ts';
import { checkSameRequest, fingerprintOf, readIdempotencyKey } from './jobs/repeatable.ts';
import type { ServerOptions } from './serverOptions.ts';
import { fetchHead, findStored, measureStored } from './storedUploads.ts';
import { priceOf } from './price.ts';
import { checkLength, receiveUpload, type UploadLimits } from './upload.ts';

/**
 * Serves `POST /convert`, `/compress`, `/compress/{format}` and `/combine`, each also with the route suffix `/v<n>`.
 */
export function submissionRoutes(app: FastifyInstance, options: ServerOptions, callers: Callers): void {
  const submit = (tool: ToolId) => async (request: FastifyRequest, reply: FastifyReply) => {
    const version = pathParameter(request, 'version');
    if (version !== '' && !isVersionSegment(version)) return reply.callNotFound();
    const caller = callers.of(request);
    const key = options.extensions?.idempotencyKeySeconds ? readIdempotencyKey(request) : undefined;
    await checkCapacity(caller, key);
    const refused = new AbortController();
    const limits = {
      maxFiles: tools[tool].maxFiles,
      maxBytes: caller.plan.limits.maxFileBytes,
      pace: options.uploadPace,
      signal: refused.signal,
    };
    const { socket } = request.raw;
    const before = socket.bytesRead;
    const upload = {
      maxBytes: checkLength(request, limits),
      arrivedBytes: () => socket.bytesRead - before,
      refuse: (error: ServiceError) => refused.abort(error),
    };
    const reservation = await options.onWillSubmit(upload, caller);
    try {
      const job = await receive(tool, request, key, caller, limits, options, disconnectSignal(reply.raw));
      return await reply.code(202).send(jobBody(job));
    } finally {
      reservation.dispose();
    }
  };
  const { convert, compress, combine } = tools;
  const compressions = new CachedList(compressionList);
  endpoint(app, convert.prefix, { POST: submit('convert') });
  endpoint(app, `${convert.prefix}/:version`, { POST: submit('convert') });
  endpoint(app, compress.prefix, {
    POST: submit('compress'),
    GET: async (request, reply) => compressions.answer(request, reply, await options.programs()),
  });
  endpoint(app, `${compress.prefix}/:format`, { POST: submit('compress') });
  endpoint(app, `${compress.prefix}/:format/:version`, { POST: submit('compress') });
  endpoint(app, combine.prefix, { POST: submit('combine'), GET: async () => combinationList() });
  endpoint(app, `${combine.prefix}/:version`, { POST: submit('combine') });
}

/** Rejects a submission if there is no capacity for another job, unless it repeats one that was accepted. */
async function checkCapacity({ jobs }: Caller, key: string | undefined): Promise<void> {
  try {
    await jobs.checkCapacity();
  } catch (error) {
    if (key === undefined || (await jobs.accepted(key)) === undefined) throw error;
  }
}

async function receive(
  tool: ToolId,
  request: FastifyRequest,
  key: string | undefined,
  caller: Caller,
  limits: UploadLimits,
  { folder: root, programs, measure, onWillSubmit }: ServerOptions,
  gone: AbortSignal,
): Promise<VisibleJob> {
  const { account, plan, jobs } = caller;
  const folder = path.join(root, randomUUID());
  await mkdir(folder, { mode: 0o700 });
  try {
    const form = await receiveUpload(request, folder, limits);
    const inStore = await findStored(form, jobs.uploads, limits);
    const upload = inStore ?? form;
    const { id, digests } = inStore?.stored ?? { id: path.basename(folder), digests: undefined };
    const repeatable =
      key === undefined ? undefined : { key, fingerprint: await fingerprintOf(request, upload, digests) };
    const accepted = repeatable && (await jobs.accepted(repeatable.key));
    if (accepted) {
      checkSameRequest(repeatable, accepted);
      await removeJobFolder({ folder });
      return await jobs.job(tool, accepted.jobId);
    }
    if (inStore) await fetchHead(inStore, gone);
    const format = pathParameter(request, 'format');
    const named = format === '' || isVersionSegment(format) ? undefined : format;
    const { task, cost } = await assignTask(requestIn(tool, upload, named), programs);
    const outputPath = path.join(folder, 'output');
    const job = { id, tool, folder, outputPath, inputBytes: upload.bytes, parts: digests?.length, ...task };
    const charges = plan.limits.credits !== undefined;
    const reserve = async (maxBytes: number) =>
      onWillSubmit({ maxBytes, arrivedBytes: () => maxBytes, refuse: () => {} }, caller);
    const measured = inStore ? measureStored(inStore.stored, measure, reserve) : measure;
    const credits = charges ? await priceOf(job, cost, measured, account, gone) : 0;
    gone.throwIfAborted();
    return await jobs.submit(job, credits, gone, repeatable);
  } catch (error) {
    await removeJobFolder({ folder });
    throw error;
  }
}

/**
 * Returns a signal that aborts if the connection ends before its request is answered. Its reason is a ServiceError,
 * although the client is no longer there to receive it.
 */
function disconnectSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished)
      gone.abort(serviceError('request.malformed', 'The connection was closed.'));
  };
  if (response.closed || response.destroyed) onClose();
  else response.once('close', onClose);
  return gone.signal;
}
