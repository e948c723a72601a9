import type { FastifyInstance } from 'fastify';
import { fields } from '../../../contract/dialect.ts';
import { routes } from '../../../contract/routes.ts';
import { toolIds } from '../../../contract/tools.ts';
import { endpoint } from '../http/endpoint.ts';
import { RateLimit } from '../http/rateLimit.ts';
import type { ServerOptions } from '../serverOptions.ts';

const maxPerWindow = 300;
const windowMs = 60_000;

/** `GET /{tool}/entitlements/me`; the rate limit counts both tools together (api.md, Limits 3). */
export function entitlementRoutes(app: FastifyInstance, { plan, clock, jobs }: ServerOptions): void {
  const limit = new RateLimit(maxPerWindow, windowMs, clock);
  const handler = async () => {
    const { total, balance } = jobs.wallet;
    const credits = total === undefined ? {} : { totalCredits: total, [fields.balance.read[0]]: balance };
    return { planId: plan.id, planName: plan.name, tier: plan.tier, ...credits };
  };
  for (const tool of toolIds) {
    endpoint(
      app,
      routes.entitlements(tool),
      { GET: handler },
      {
        onRequest: async ({ ip }) => limit.take(ip),
      },
    );
  }
}
