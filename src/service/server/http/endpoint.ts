import type { FastifyInstance, RouteHandlerMethod, RouteOptions } from 'fastify';
import { serviceError } from '../../faults.ts';

type Handlers = Partial<Record<'GET' | 'POST', RouteHandlerMethod>>;

/** Serves a path with the given methods. Answers `request.method_not_allowed` to any other method. */
export function endpoint(
  app: FastifyInstance,
  url: string,
  handlers: Handlers,
  hooks: Pick<RouteOptions, 'onRequest'> = {},
): void {
  const allowed = Object.keys(handlers);
  for (const [method, handler] of Object.entries(handlers)) app.route({ url, method, handler, ...hooks });
  const known: string[] = handlers.GET ? [...allowed, 'HEAD'] : allowed;
  app.route({
    url,
    method: app.supportedMethods.filter((method) => !known.includes(method)),
    handler: async (request, reply) => {
      reply.header('Allow', known.join(', '));
      throw serviceError('request.method_not_allowed', `${request.method} isn’t supported for this path.`);
    },
  });
}
