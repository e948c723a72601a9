import type { FastifyInstance, FastifyRequest } from 'fastify';
import { combinationSchemaQuery } from '../../contract/combinations.ts';
import { compressionSchemaQuery, fields, requestDialect } from '../../contract/dialect.ts';
import { canonicalFormat } from '../../contract/formats/naming.ts';
import { routes } from '../../contract/routes.ts';
import { toolIds } from '../../contract/tools.ts';
import { serviceError } from '../faults.ts';
import { conversionList, creditsPerOperation } from '../lists.ts';
import {
  combinationSchema,
  compressionSchema,
  conversionSchema,
  requireConversions,
} from '../optionSchemas.ts';
import type { Callers } from './caller.ts';
import { CachedList, endpoint, pathParameter, queryParameter } from './endpoint.ts';
import { callerNetwork } from './callerLimits.ts';
import type { ServerOptions } from './serverOptions.ts';

/**
 * Serves the lists, the option schemas, and the estimate. `GET /compress` and `GET /combine` share their paths with
 * submissions, so `submissionRoutes.ts` serves them.
 */
export function discoveryRoutes(app: FastifyInstance, { programs }: ServerOptions): void {
  const conversions = new CachedList(conversionList);
  endpoint(app, routes.discovery('convert'), {
    GET: async (request, reply) => conversions.answer(request, reply, await programs()),
  });
  endpoint(app, routes.schema(), {
    GET: async (request) => {
      const { schemaFrom, schemaTo } = requestDialect.write;
      const [from, to] = [queryParameter(request, schemaFrom), queryParameter(request, schemaTo)];
      if (typeof from !== 'string' || typeof to !== 'string') {
        const detail = `The query must name a pair, such as ?${schemaFrom}=png&${schemaTo}=webp.`;
        throw serviceError('request.malformed', detail);
      }
      return conversionSchema(from, to, await programs());
    },
  });
  endpoint(app, routes.compressionSchema(), {
    GET: async (request) => {
      const format = namedFormat(request, compressionSchemaQuery.write, 'jpg');
      return compressionSchema(format, await programs());
    },
  });
  endpoint(app, routes.combinationSchema(), {
    GET: async (request) => combinationSchema(namedFormat(request, combinationSchemaQuery, 'pdf')),
  });
  endpoint(app, '/convert/estimate/:from/:to', {
    GET: async (request) => {
      const [from, to] = [pathParameter(request, 'from'), pathParameter(request, 'to')];
      const [best] = requireConversions(from, to, await programs());
      return { from: best.from, to: best.to, [fields.estimate.read[0]]: creditsPerOperation };
    },
  });
}

/** The format that a query parameter names. */
function namedFormat(request: FastifyRequest, parameter: string, example: string): string {
  const format = queryParameter(request, parameter);
  if (typeof format === 'string') return canonicalFormat(format);
  throw serviceError('request.malformed', `The query must name a format, such as ?${parameter}=${example}.`);
}

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
