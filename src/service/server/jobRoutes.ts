import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fields } from '../../contract/dialect.ts';
import { signedQuery, waitQuery } from '../../contract/extensions.ts';
import { isTerminal } from '../../contract/jobRecord.ts';
import { asNumber, type JsonObject } from '../../contract/read.ts';
import { type ToolId, tools, toolIds } from '../../contract/tools.ts';
import { systemClock } from '../../util/clock.ts';
import type { CallerJobs, Callers, VisibleJob } from './caller.ts';
import { endpoint, pathParameter, queryParameter } from './endpoint.ts';
import { faultBody } from './errorResponse.ts';
import type { ServerJobState } from './jobs/job.ts';
import type { ServerOptions } from './serverOptions.ts';

/** Serves the status and the output of jobs, for each tool (api.md, Endpoints 5 to 8). */
export function jobRoutes(app: FastifyInstance, { extensions }: ServerOptions, callers: Callers): void {
  const maxWaitSeconds = extensions?.longPollSeconds ?? 0;
  for (const tool of toolIds) {
    const path = `${tools[tool].prefix}/job/:id`;
    endpoint(app, path, {
      GET: async (request, reply) => {
        const { jobs } = callers.of(request);
        const id = pathParameter(request, 'id');
        const seconds = Math.min(maxWaitSeconds, asNumber(queryParameter(request, waitQuery)) ?? 0);
        if (seconds > 0) await untilEnded(jobs, tool, id, seconds, reply);
        return jobBody(await jobs.job(tool, id));
      },
    });
    endpoint(app, `${path}/download`, {
      GET: async (request, reply) => {
        const output = await callers.of(request).jobs.output(tool, pathParameter(request, 'id'));
        const contentType = 'application/octet-stream';
        const disposition = contentDisposition(output.fileName);
        const isHead = request.method === 'HEAD';
        if (!isHead && output.sign !== undefined && queryParameter(request, signedQuery) === '1') {
          const address = await output.sign({ contentType, contentDisposition: disposition });
          return reply.header('Cache-Control', 'no-store').redirect(address, 307);
        }
        // Without a stream, the framework would need a body to answer a HEAD request.
        const content = isHead ? Readable.from([]) : await output.open();
        reply
          .type(contentType)
          .header('Content-Length', output.bytes)
          .header('Content-Disposition', disposition);
        return reply.send(content);
      },
    });
  }
}

/** Resolves once a job has ended, the time is over, or the caller has disconnected. */
async function untilEnded(
  jobs: CallerJobs,
  tool: ToolId,
  id: string,
  seconds: number,
  { raw }: FastifyReply,
): Promise<void> {
  const over = Promise.withResolvers<void>();
  // Starts watching first, because the job may end while its state is being read.
  const watch = jobs.watch(id, over.resolve);
  const timer = systemClock.schedule(1000 * seconds, over.resolve);
  raw.once('close', over.resolve);
  try {
    const { state } = await jobs.job(tool, id);
    if (!isTerminal(state.status) && !raw.destroyed) await over.promise;
  } finally {
    watch.dispose();
    timer.dispose();
    raw.off('close', over.resolve);
  }
}

/**
 * The `Content-Disposition` header (RFC 6266): an ASCII name for old clients, and the actual name in percent-encoding.
 */
function contentDisposition(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The API's record of a job (api.md, Jobs). */
export function jobBody(job: VisibleJob): JsonObject {
  return {
    [fields.jobId.read[0]]: job.id,
    [fields.status.read[0]]: job.state.status,
    ...progressOf(job.state),
    [fields.inputBytes.read[0]]: job.inputBytes,
    [fields.jobCredits.read[0]]: job.charge.credits,
    ...resultOf(job),
  };
}

function progressOf(state: ServerJobState): JsonObject {
  const name = fields.progress.read[0];
  if (state.status === 'Queued') return { [name]: 0 };
  if (state.status === 'Succeeded') return { [name]: 1 };
  return state.status === 'Processing' && state.progress !== undefined ? { [name]: state.progress } : {};
}

function resultOf({ tool, state, inputBytes }: VisibleJob): JsonObject {
  if (state.status === 'Failed') return faultBody(state.fault);
  if (state.status !== 'Succeeded') return {};
  return {
    [fields.output.read[0]]: { [fields.fileName.read[0]]: state.outputFileName },
    [fields.outputBytes.read[0]]: state.outputBytes,
    ...(tool === 'compress'
      ? { [fields.compressionRatio.read[0]]: compressionRatio(inputBytes, state.outputBytes) }
      : {}),
  };
}

/** The size before compression divided by the size after: 2 means that the file is half as large. */
function compressionRatio(inputBytes: number, outputBytes: number): number {
  return outputBytes === 0 ? 1 : Number((inputBytes / outputBytes).toFixed(4));
}
