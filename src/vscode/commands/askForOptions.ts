import type { JsonObject } from '../../contract/read.ts';
import type { JobRequest } from '../../jobs/core/job.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import { pairsOf } from '../batch/jobPlan.ts';
import type { BatchContext } from '../batch/runBatch.ts';
import { countText } from '../text/amounts.ts';
import { fileName, formatName } from '../text/files.ts';
import { say } from '../text/words.ts';
import { withProgress } from '../window/progress.ts';
import { fillInOptions } from './optionsForm.ts';

/**
 * Asks for the options that all conversions of a plan have; `undefined` when the person gives up.
 * @throws CodedError when a service does not say which options there are
 */
export async function askForOptions(
  context: BatchContext,
  requests: readonly JobRequest[],
): Promise<JobOptions | undefined> {
  const [first] = requests;
  if (first === undefined) return {};
  const target = formatName(first.targetFormat ?? '');
  const title =
    requests.length === 1
      ? say('Convert {0} to {1}', fileName(first.source), target)
      : say('Convert {0} files to {1}', countText(requests.length), target);
  return fillInOptions(title, await loadSchemas(context, requests));
}

/** A schema for each pair of a service that is asked for. */
async function loadSchemas(
  { connections }: BatchContext,
  requests: readonly JobRequest[],
): Promise<JsonObject[]> {
  return withProgress({ place: 'statusBar', title: say('Looking for options') }, async () => {
    const schemas = pairsOf(requests).map(async ({ service, from, to }) => {
      const { client } = await connections.get(service);
      return client.optionsSchema(from, to, AbortSignal.timeout(timeoutMs));
    });
    return Promise.all(schemas);
  });
}

const timeoutMs = 30_000;
