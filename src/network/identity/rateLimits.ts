import type { FastifyRequest } from 'fastify';
import { callerNetwork } from '../../service/server/http/callerLimits.ts';
import { RequestWindows } from '../api/requestWindows.ts';
import type { RouteContext } from './routeContext.ts';

const minuteMs = 60_000;

/** The maximum number of requests per address (api.md, Limits). Each page without a session starts one in the database. */
const rates = {
  session: { max: 300, windowMs: minuteMs },
  login: { max: 10, windowMs: minuteMs },
  forgot: { max: 5, windowMs: 15 * minuteMs },
  authorize: { max: 60, windowMs: minuteMs },
  validation: { max: 300, windowMs: minuteMs },
} as const;

/** Returns the route option that limits requests, for all nodes together. @throws ServiceError `rate_limited` */
export function rateLimited({ node }: Pick<RouteContext, 'node'>, name: keyof typeof rates) {
  const windows = new RequestWindows(node.database, rates[name]);
  return {
    onRequest: async ({ ip }: FastifyRequest): Promise<void> => windows.take(`${name} ${callerNetwork(ip)}`),
  };
}
