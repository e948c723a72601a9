import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { formatOfFileName } from '../../../src/contract/formats/naming.ts';
import { routes } from '../../../src/contract/routes.ts';
import { documentedToolIds } from '../../../src/contract/tools.ts';
import type { ConformanceRule, RuleContext } from '../rule.ts';
import { ensure, jsonOf } from '../steps/expect.ts';
import { compressionFormats, conversion, conversionPairs } from '../steps/formats.ts';
import { type WholeJob, wholeJob } from '../steps/wholeJobs.ts';

/** The service's features (api.md, Service). */
export const serviceRules: readonly ConformanceRule[] = [
  {
    id: 'service.conversion-tool',
    sections: ['Endpoints 9', 'Service 2, Conversion'],
    // The number of pairs and kinds is a promise of the hosted network, so this rule only reports it.
    statement: 'The conversion tool lists the format pairs that it supports.',
    needs: {},
    spends: false,
    check: async (context) => {
      const pairs = await conversionPairs(context);
      ensure(pairs.length > 0, 'The list of conversions is empty');
      return `${pairs.length} pairs from ${new Set(pairs.map(({ from }) => from)).size} formats`;
    },
  },
  {
    id: 'service.compression-tool',
    sections: ['Endpoints 10', 'Service 2, Compression'],
    statement: 'The compression tool lists the file types that it supports.',
    needs: {},
    spends: false,
    check: async (context) => {
      const formats = await compressionFormats(context);
      ensure(formats.length > 0, 'The list of compressions is empty');
      return `${formats.length} formats`;
    },
  },
  {
    id: 'service.one-key',
    sections: ['Service 3'],
    statement: 'One key works for every tool and stands for one plan.',
    needs: {},
    spends: false,
    check: async ({ http }) => {
      const [convert, compress] = await Promise.all(
        documentedToolIds.map(async (tool) =>
          parseEntitlements(jsonOf(await http.send({ path: routes.entitlements(tool) }))),
        ),
      );
      ensure(convert?.planId === compress?.planId, 'The tools show different plans for one key');
      return `Both tools show the plan ${convert?.planId}`;
    },
  },
  {
    id: 'service.convert-three-steps',
    sections: ['Service 4'],
    statement: 'A conversion is submitted, polled until it ends, and downloaded.',
    needs: {},
    spends: true,
    check: async (context) => threeSteps(await wholeJob(context, 'convert')),
  },
  {
    id: 'service.compress-three-steps',
    sections: ['Service 4'],
    statement: 'A compression is submitted, polled until it ends, and downloaded.',
    needs: {},
    spends: true,
    check: async (context) => threeSteps(await wholeJob(context, 'compress')),
  },
  {
    id: 'service.output-name',
    sections: ['Jobs 4', 'Service 7'],
    statement: 'A successful job has a name for its output in output.fileName, which can be used unchanged.',
    needs: {},
    spends: true,
    check: outputName,
  },
];

function threeSteps({ statuses, download }: WholeJob): string {
  ensure(download.ok && download.body.length > 0, `${download.seen} with ${download.body.length} bytes`);
  return `Accepted, ${statuses.join(' → ')}, ${download.body.length} bytes downloaded`;
}

async function outputName(context: RuleContext): Promise<string> {
  const { last } = await wholeJob(context, 'convert');
  const { targetFormat } = await conversion(context);
  const name = last.outputFileName;
  ensure(name !== undefined, 'The record of a successful job has no output.fileName');
  ensure(!/[/\\]/.test(name), 'output.fileName is a path');
  ensure(
    /^[a-z0-9.]+$/.test(formatOfFileName(name) ?? ''),
    `output.fileName has no extension for ${targetFormat}`,
  );
  return `output.fileName is ${name}`;
}
