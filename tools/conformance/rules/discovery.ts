import { compressionSchemaQuery, requestDialect } from '../../../src/contract/dialect.ts';
import { parseEstimate } from '../../../src/contract/entitlements.ts';
import { parseOptionsSchema } from '../../../src/contract/options.ts';
import { routes } from '../../../src/contract/routes.ts';
import { NotObservable, type ConformanceRule, type RuleContext } from '../rule.ts';
import { ensure, jsonOf } from '../steps/expect.ts';
import { compressible, conversion } from '../steps/formats.ts';

/**
 * The options schemas and the estimate of a pair (api.md, Endpoints 11 and 12). The rules of each tool test its list.
 */
export const discoveryRules: readonly ConformanceRule[] = [
  {
    id: 'discovery.schema',
    sections: ['Endpoints 11'],
    statement: 'There is an options schema for a listed pair.',
    needs: {},
    spends: false,
    check: schema,
  },
  {
    id: 'discovery.compression-schema',
    sections: ['Compressing with options 1'],
    statement: 'There is an options schema for a listed compression.',
    needs: {},
    spends: false,
    check: compressionSchema,
  },
  {
    id: 'discovery.estimate',
    sections: ['Endpoints 12', 'Credits 1'],
    statement: 'There is an estimated credit cost for a listed pair.',
    needs: {},
    spends: false,
    check: async (context) => {
      const { sample, targetFormat } = await conversion(context);
      const answer = await context.http.send({ path: routes.estimate(sample.format, targetFormat) });
      const credits = parseEstimate(jsonOf(answer));
      ensure(credits >= 0, `The estimate is ${credits}`);
      return `${sample.format} to ${targetFormat}: ${credits}`;
    },
  },
];

async function schema(context: RuleContext): Promise<string> {
  const { sample, targetFormat } = await conversion(context);
  const { schemaFrom, schemaTo } = requestDialect.write;
  const query = new URLSearchParams({ [schemaFrom]: sample.format, [schemaTo]: targetFormat });
  const answer = await context.http.send({ path: `${routes.schema()}?${query.toString()}` });
  if (!answer.ok && !context.launched && answer.status !== 404) {
    throw new NotObservable(`The names of its query parameters are unknown (${answer.seen}).`);
  }
  const options = parseOptionsSchema(jsonOf(answer));
  return `${answer.seen} with ${Object.keys(options).length} fields`;
}

async function compressionSchema(context: RuleContext): Promise<string> {
  const { format } = await compressible(context);
  const query = new URLSearchParams({ [compressionSchemaQuery.write]: format });
  const answer = await context.http.send({ path: `${routes.compressionSchema()}?${query.toString()}` });
  if (!answer.ok) throw new NotObservable(`The server has none (${answer.seen}).`);
  const options = parseOptionsSchema(jsonOf(answer));
  return `${answer.seen} with ${Object.keys(options).length} fields`;
}
