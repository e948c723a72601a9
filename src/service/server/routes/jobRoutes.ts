import type { FastifyInstance } from 'fastify';
import { tools, toolIds } from '../../../contract/tools.ts';
import type { Callers } from '../http/callers.ts';
import { endpoint } from '../http/endpoint.ts';
import { pathParameter } from '../http/parameters.ts';
import { jobBody } from '../jobs/jobBody.ts';

/** The status and the output of a job, for each tool (api.md, Endpoints 5 to 8). */
export function jobRoutes(app: FastifyInstance, callers: Callers): void {
  for (const tool of toolIds) {
    const path = `${tools[tool].prefix}/job/:id`;
    endpoint(app, path, {
      GET: async (request) => jobBody(await callers.of(request).jobs.job(tool, pathParameter(request, 'id'))),
    });
    endpoint(app, `${path}/download`, {
      GET: async (request, reply) => {
        const output = await callers.of(request).jobs.output(tool, pathParameter(request, 'id'));
        const content = request.method === 'HEAD' ? null : await output.open();
        reply
          .type('application/octet-stream')
          .header('Content-Length', output.bytes)
          .header('Content-Disposition', contentDisposition(output.fileName));
        return reply.send(content);
      },
    });
  }
}

/** RFC 6266: an ASCII name for old clients, and the actual name percent-encoded. */
function contentDisposition(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
