import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { targetFormatField } from '../../../contract/routes.ts';
import { tools, type ToolId } from '../../../contract/tools.ts';
import { formatShown } from '../../../engines/formats/outerFormat.ts';
import { sniffFormat } from '../../../engines/formats/sniff.ts';
import { isProgramId } from '../../../engines/programs/programs.ts';
import { refusal } from '../../shared/refusal.ts';
import { endpoint } from '../http/endpoint.ts';
import { pathParameter } from '../http/parameters.ts';
import { isVersionSegment } from '../http/version.ts';
import type { Job } from '../jobs/job.ts';
import { jobBody } from '../jobs/jobBody.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { type Assignment, checkOptions, routeSubmission } from '../submission/submission.ts';
import { readOptions } from '../submission/submittedOptions.ts';
import { receiveUpload } from '../submission/upload.ts';
import { compressionList } from './discovery.ts';

/** `POST /convert`, `POST /compress` and `POST /compress/{format}`, each also with the route suffix `/v<n>`. */
export function submissionRoutes(app: FastifyInstance, options: ServerOptions): void {
  const submit = (tool: ToolId) => async (request: FastifyRequest, reply: FastifyReply) => {
    const version = pathParameter(request, 'version');
    if (version !== '' && !isVersionSegment(version)) {
      throw refusal('request.not_found', 'There is nothing under this path.');
    }
    options.jobs.checkRoom();
    options.onWillSubmit();
    const job = await receive(tool, request, options);
    return reply.code(202).send(jobBody(job));
  };
  const { convert, compress } = tools;
  endpoint(app, convert.prefix, { POST: submit('convert') });
  endpoint(app, `${convert.prefix}/:version`, { POST: submit('convert') });
  endpoint(app, compress.prefix, {
    POST: submit('compress'),
    GET: async () => compressionList(await options.programs()),
  });
  endpoint(app, `${compress.prefix}/:format`, { POST: submit('compress') });
  endpoint(app, `${compress.prefix}/:format/:version`, { POST: submit('compress') });
}

async function receive(
  tool: ToolId,
  request: FastifyRequest,
  { plan, jobs, folder: root, programs, measure }: ServerOptions,
): Promise<Job> {
  const id = randomUUID();
  const folder = path.join(root, id);
  await mkdir(folder, { mode: 0o700 });
  try {
    const inputPath = path.join(folder, 'input');
    const { fileName, bytes, fields } = await receiveUpload(request, inputPath, plan.limits.maxFileBytes);
    const format = pathParameter(request, 'format');
    const named = format === '' || isVersionSegment(format) ? undefined : format;
    const sniffed = formatShown(await sniffFormat(inputPath), fileName);
    const targetFormat = fields.get(targetFormatField);
    const found = await programs();
    const options = readOptions(fields);
    const route = routeSubmission({ tool, fileName, sniffed, named, targetFormat, options }, found);
    const assigned = (assignment: Assignment) => ({
      engine: assignment.row.engine,
      program: isProgramId(assignment.row.engine) ? found.get(assignment.row.engine) : undefined,
      from: assignment.from,
      options: checkOptions(assignment, options),
    });
    const job = {
      id,
      tool,
      fileName,
      ...assigned(route),
      helper: route.helper && assigned(route.helper),
      to: route.to,
      folder,
      inputPath,
      outputPath: path.join(folder, 'output'),
      inputBytes: bytes,
    };
    const charges = plan.limits.credits !== undefined;
    return jobs.submit(job, charges ? await route.row.cost(job, measure) : 0);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
