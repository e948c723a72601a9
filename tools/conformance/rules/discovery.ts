import { compressionSchemaQuery, requestDialect } from '../../../src/contract/dialect.ts';
import { parseEstimate } from '../../../src/contract/entitlements.ts';
import { routes } from '../../../src/contract/routes.ts';
import type { RuleTable } from '../rule.ts';
import { ensure, jsonOf } from '../steps/expect.ts';
import {
  compressible,
  compressionFormats,
  conversion,
  conversionPairs,
  optionsSchema,
} from '../steps/formats.ts';

/** The lists of each tool, the options schemas, and the estimate of a pair (api.md, Endpoints 9 to 12). */
export const discoveryRules: RuleTable = {
  'discovery.lists': {
    sections: ['Endpoints 9', 'Endpoints 10', 'Service 2, Conversion', 'Service 2, Compression'],
    // The number of pairs and kinds is a promise of the hosted network, so this rule only reports it.
    statement: 'Both tools list the formats that they support.',
    check: async (context) => {
      const [pairs, formats] = [await conversionPairs(context), await compressionFormats(context)];
      ensure(pairs.length > 0 && formats.length > 0, 'A list is empty');
      return `${pairs.length} pairs, ${formats.length} compressions`;
    },
  },
  'discovery.schema': {
    sections: ['Endpoints 11'],
    statement: 'There is an options schema for a listed pair.',
    check: async (context) => {
      const { sample, targetFormat } = await conversion(context);
      const { schemaFrom, schemaTo } = requestDialect.write;
      const query = { [schemaFrom]: sample.format, [schemaTo]: targetFormat };
      // The names of the query's parameters are left open, so another server may refuse them, but not have no schema.
      return optionsSchema(
        context,
        routes.schema(),
        query,
        ({ status }) => context.launched || status === 404,
      );
    },
  },
  'discovery.compression-schema': {
    sections: ['Compressing with options 1'],
    statement: 'There is an options schema for a listed compression.',
    check: async (context) => {
      const { format } = await compressible(context);
      return optionsSchema(context, routes.compressionSchema(), { [compressionSchemaQuery.write]: format });
    },
  },
  'discovery.estimate': {
    sections: ['Endpoints 12', 'Credits 1'],
    statement: 'There is an estimated credit cost for a listed pair.',
    check: async (context) => {
      const { sample, targetFormat } = await conversion(context);
      const answer = await context.http.send({ path: routes.estimate(sample.format, targetFormat) });
      const credits = parseEstimate(jsonOf(answer));
      ensure(credits >= 0, `The estimate is ${credits}`);
      return `${sample.format} to ${targetFormat}: ${credits}`;
    },
  },
};
