import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { fields, writing } from '../../contract/dialect.ts';
import { canonicalFormat } from '../../contract/format.ts';
import { routes } from '../../contract/routes.ts';
import { withSecretsMarked } from '../../contract/secretOptions.ts';
import { endpoint } from '../http/endpoint.ts';
import { pathParameter, queryParameter } from '../http/parameters.ts';
import type { ConversionRow } from '../converters/row.ts';
import type { FoundPrograms } from '../programs/findPrograms.ts';
import { isProgramId } from '../programs/programs.ts';
import { refusal } from '../refusal.ts';
import { compressions, conversionRows, installableConversions, offeredConversions } from '../registry.ts';
import type { ServerOptions } from '../serverOptions.ts';
import { unsupportedPair } from '../unsupportedPair.ts';

/** What "most operations cost" (Limits, Credits and retention, 1): an estimate knows formats, not pages. */
const creditsPerOperation = 1;

/** The lists, the options schema and the estimate. `GET /compress` shares its path with a submission and is served there. */
export function discoveryRoutes(app: FastifyInstance, { programs }: ServerOptions): void {
  endpoint(app, routes.discovery('convert'), { GET: async () => conversionList(await programs()) });
  endpoint(app, routes.schema(), {
    GET: async (request) => {
      const { schemaFrom, schemaTo } = writing.write;
      const [from, to] = [queryParameter(request, schemaFrom), queryParameter(request, schemaTo)];
      if (typeof from !== 'string' || typeof to !== 'string') {
        const detail = `The query must name a pair, such as ?${schemaFrom}=png&${schemaTo}=webp.`;
        throw refusal('request.malformed', detail);
      }
      // Programs that do a pair better take no options, so all that it takes are those of the last row.
      const options = requireRows(from, to, await programs()).at(-1)?.options ?? z.strictObject({});
      return withSecretsMarked(z.toJSONSchema(options, { io: 'input' }));
    },
  });
  endpoint(app, '/convert/estimate/:from/:to', {
    GET: async (request) => {
      const [from, to] = [pathParameter(request, 'from'), pathParameter(request, 'to')];
      requireRows(from, to, await programs());
      return {
        from: canonicalFormat(from),
        to: canonicalFormat(to),
        [fields.estimate.read[0]]: creditsPerOperation,
      };
    },
  });
}

function conversionList(found: FoundPrograms) {
  return {
    [fields.installable.read[0]]: installableConversions(found).map(({ from, to, engine }) => ({
      [fields.pairFrom.read[0]]: from,
      [fields.pairTo.read[0]]: to,
      [fields.program.read[0]]: engine,
    })),
    [fields.list.read[0]]: offeredConversions(found).map(({ from, to, engine, lossy, drops }) => ({
      [fields.pairFrom.read[0]]: from,
      [fields.pairTo.read[0]]: to,
      [fields.lossy.read[0]]: lossy,
      [fields.drops.read[0]]: drops,
      ...(isProgramId(engine) ? { [fields.program.read[0]]: engine } : {}),
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

function requireRows(from: string, to: string, found: FoundPrograms): ConversionRow[] {
  const rows = conversionRows(canonicalFormat(from), canonicalFormat(to), found);
  if (rows.length > 0) return rows;
  throw unsupportedPair(canonicalFormat(from), canonicalFormat(to));
}
