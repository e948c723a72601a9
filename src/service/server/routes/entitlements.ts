import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fields } from '../../../contract/dialect.ts';
import { routes } from '../../../contract/routes.ts';
import { toolIds } from '../../../contract/tools.ts';
import { callerNetwork } from '../http/callerAddress.ts';
import type { Callers } from '../http/callers.ts';
import { endpoint } from '../http/endpoint.ts';
import type { ServerOptions } from '../serverOptions.ts';

/** Serves `GET /{tool}/entitlements/me`. The rate limit counts all tools together (api.md, Limits 3). */
export function entitlementRoutes(
  app: FastifyInstance,
  { entitlementsLimit }: ServerOptions,
  callers: Callers,
): void {
  const handler = async (request: FastifyRequest) => {
    const { plan, jobs } = callers.of(request);
    const left = await jobs.credits();
    const credits = left && {
      totalCredits: left.total,
      [fields.balance.read[0]]: left.balance,
      [fields.renewsAt.read[0]]: new Date(left.renewsAt).toISOString(),
    };
    return { planId: plan.id, planName: plan.name, tier: plan.tier, ...(credits ?? { charges: false }) };
  };
  for (const tool of toolIds) {
    endpoint(
      app,
      routes.entitlements(tool),
      { GET: handler },
      {
        onRequest: async ({ ip }) => entitlementsLimit.take(callerNetwork(ip)),
      },
    );
  }
}
