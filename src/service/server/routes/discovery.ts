import type { FastifyInstance, FastifyRequest } from 'fastify';
import { combinationSchemaQuery } from '../../../contract/combinations.ts';
import { compressionSchemaQuery, fields, requestDialect } from '../../../contract/dialect.ts';
import { canonicalFormat } from '../../../contract/formats/naming.ts';
import { routes } from '../../../contract/routes.ts';
import type { FoundPrograms } from '../../../engines/programs/findPrograms.ts';
import { type RegisteredConversion, availableConversions } from '../../../engines/registry.ts';
import { conversionList, creditsPerOperation } from '../../lists.ts';
import { serviceError } from '../../faults.ts';
import { CachedList } from '../http/cachedList.ts';
import { endpoint } from '../http/endpoint.ts';
import { pathParameter, queryParameter } from '../http/parameters.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { requireCombination } from '../submission/severalFiles.ts';
import { requireCompression } from '../submission/submission.ts';
import { unsupportedPair } from '../submission/unsupportedPair.ts';
import { optionsSchema } from './optionsSchema.ts';

/**
 * Serves the lists, the option schemas, and the estimate. `GET /compress` and `GET /combine` share their paths with
 * submissions, so `submissions.ts` serves them.
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
      return optionsSchema(requireConversions(from, to, await programs()));
    },
  });
  endpoint(app, routes.compressionSchema(), {
    GET: async (request) => {
      const format = namedFormat(request, compressionSchemaQuery.write, 'jpg');
      return optionsSchema([requireCompression(format, await programs())]);
    },
  });
  endpoint(app, routes.combinationSchema(), {
    GET: async (request) =>
      optionsSchema([requireCombination(namedFormat(request, combinationSchemaQuery, 'pdf'))]),
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

function requireConversions(
  from: string,
  to: string,
  found: FoundPrograms,
): [RegisteredConversion, ...RegisteredConversion[]] {
  const [first, ...others] = availableConversions(canonicalFormat(from), canonicalFormat(to), found);
  if (first) return [first, ...others];
  throw unsupportedPair(canonicalFormat(from), canonicalFormat(to));
}
