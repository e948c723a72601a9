import type { JsonObject } from '../../contract/read.ts';
import { pairsOf, type WorkPlan } from '../../formats/workPlan.ts';
import type { JobOptions } from '../../jobs/core/service.ts';
import type { Connections } from '../connections.ts';
import { countText } from '../text/amounts.ts';
import { fileName } from '../text/files.ts';
import { formatName } from '../text/formats.ts';
import { say } from '../text/words.ts';
import { withProgress } from '../window/progress.ts';
import { fillInOptions } from './optionsForm.ts';

const schemaTimeoutMs = 30_000;

/**
 * Asks for the options that all conversions of a plan have; `undefined` when the person gives up.
 * @throws CodedError when a service does not say which options there are
 */
export async function askForOptions(
  connections: Connections,
  plan: WorkPlan,
): Promise<JobOptions | undefined> {
  const [first, ...others] = plan.planned;
  if (first === undefined) return {};
  const target = formatName(plan.task.targetFormat ?? '');
  const title =
    others.length === 0
      ? say('Convert {0} to {1}', fileName(first.uri), target)
      : say('Convert {0} files to {1}', countText(plan.planned.length), target);
  return fillInOptions(title, await loadSchemas(connections, plan));
}

/** A schema for each pair of a service that is asked for. */
async function loadSchemas(connections: Connections, plan: WorkPlan): Promise<JsonObject[]> {
  return withProgress({ place: 'statusBar', title: say('Looking for options') }, async () => {
    const schemas = pairsOf(plan).map(async ({ service, from, to }) => {
      const { client } = await connections.get(service);
      return client.optionsSchema(from, to, AbortSignal.timeout(schemaTimeoutMs));
    });
    return Promise.all(schemas);
  });
}
