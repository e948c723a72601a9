import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { fields, writing } from '../../contract/dialect.ts';
import { canonicalFormat } from '../../contract/format.ts';
import { routes } from '../../contract/routes.ts';
import { withSecretsMarked } from '../../contract/secretOptions.ts';
import { endpoint } from '../http/endpoint.ts';
import { pathParameter, queryParameter } from '../http/parameters.ts';
import { refusal } from '../refusal.ts';
import type { ConversionRow } from '../converters/row.ts';
import { compressions, conversionRow, conversions } from '../registry.ts';

/** What "most operations cost" (Limits, Credits and retention, 1): an estimate knows formats, not pages. */
const creditsPerOperation = 1;

/** The lists, the options schema and the estimate. `GET /compress` shares its path with a submission and is served there. */
export function discoveryRoutes(app: FastifyInstance): void {
  endpoint(app, routes.discovery('convert'), { GET: async () => conversionList() });
  endpoint(app, routes.schema(), {
    GET: async (request) => {
      const { schemaFrom, schemaTo } = writing.write;
      const [from, to] = [queryParameter(request, schemaFrom), queryParameter(request, schemaTo)];
      if (typeof from !== 'string' || typeof to !== 'string') {
        const detail = `The query must name a pair, such as ?${schemaFrom}=png&${schemaTo}=webp.`;
        throw refusal('request.malformed', detail);
      }
      return withSecretsMarked(z.toJSONSchema(requireRow(from, to).options, { io: 'input' }));
    },
  });
  endpoint(app, '/convert/estimate/:from/:to', {
    GET: async (request) => {
      const { from, to } = requireRow(pathParameter(request, 'from'), pathParameter(request, 'to'));
      return { from, to, [fields.estimate.read[0]]: creditsPerOperation };
    },
  });
}

function conversionList() {
  return {
    [fields.list.read[0]]: conversions.map(({ from, to, lossy, drops }) => ({
      [fields.pairFrom.read[0]]: from,
      [fields.pairTo.read[0]]: to,
      [fields.lossy.read[0]]: lossy,
      [fields.drops.read[0]]: drops,
      [fields.estimate.read[0]]: creditsPerOperation,
    })),
  };
}

/** The body of `GET /compress`. */
export function compressionList() {
  return {
    formats: compressions.map(({ format, lossy }) => ({
      [fields.format.read[0]]: format,
      [fields.lossy.read[0]]: lossy,
      [fields.estimate.read[0]]: creditsPerOperation,
    })),
  };
}

function requireRow(from: string, to: string): ConversionRow {
  const row = conversionRow(canonicalFormat(from), canonicalFormat(to));
  if (row) return row;
  throw refusal('conversions.unsupported_pair', `${from} can’t be converted to ${to}.`);
}
