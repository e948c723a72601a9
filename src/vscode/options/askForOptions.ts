import type { JsonObject } from '../../contract/read.ts';
import type { Work } from '../../planning/work.ts';
import { sourceFormatsOf, sourcesAt, type WorkPlan } from '../../planning/workPlan.ts';
import type { BatchContext } from '../batch/runBatch.ts';
import type { Connections } from '../network/connections.ts';
import { fileName } from '../text/files.ts';
import { formatName } from '../text/formats.ts';
import { say, sayCount, type SafeText } from '../text/safeText.ts';
import { withProgress } from '../ui/progress.ts';
import { fillInOptions, type OptionsQuestion } from './showOptionsForm.ts';

const schemaTimeoutMs = 30_000;

/**
 * Asks for the options that are common to all pairs of a plan, in addition to those of its work. Resolves to `back` if
 * the user goes back to an earlier step, and to `undefined` if the user cancels.
 * @throws CodedError if a service doesn't provide the options
 */
export async function askForOptions(
  { connections, lastOptions }: BatchContext,
  plan: WorkPlan,
  { presets, canGoBack }: Pick<OptionsQuestion, 'presets' | 'canGoBack'> = {},
): Promise<Work | 'back' | undefined> {
  if (plan.planned.length === 0) return plan.work;
  return fillInOptions(lastOptions, {
    title: formTitle(plan),
    work: plan.work,
    sources: sourceFormatsOf(plan),
    schemas: await loadSchemas(connections, plan),
    ...(presets === undefined ? {} : { presets }),
    ...(canGoBack === undefined ? {} : { canGoBack }),
  });
}

export function formTitle({ work: { tool, targetFormat }, planned }: WorkPlan): SafeText {
  const [first, ...others] = planned;
  const only = others.length === 0 && first !== undefined ? fileName(first.uri) : undefined;
  const count = planned.length;
  if (targetFormat === undefined) {
    return only === undefined
      ? sayCount(count, { one: 'Compress {0} file', other: 'Compress {0} files' })
      : say('Compress {0}', only);
  }
  const target = formatName(targetFormat);
  if (tool === 'combine') {
    const together = first?.together?.length ?? 0;
    return sayCount(
      together,
      { one: 'Combine {0} file into one {1}', other: 'Combine {0} files into one {1}' },
      target,
    );
  }
  return only === undefined
    ? sayCount(count, { one: 'Convert {0} file to {1}', other: 'Convert {0} files to {1}' }, target)
    : say('Convert {0} to {1}', only, target);
}

/** The schema of each pair, compressed format, or combination, from its service. */
export async function loadSchemas(connections: Connections, plan: WorkPlan): Promise<JsonObject[]> {
  const { tool, targetFormat } = plan.work;
  return withProgress({ place: 'statusBar', title: say('Loading options') }, async () => {
    const schemas = sourcesAt(plan).map(async ({ service, format }) => {
      const { client } = await connections.get(service);
      const signal = AbortSignal.timeout(schemaTimeoutMs);
      if (tool === 'combine') return client.combinationSchema(format, signal);
      return targetFormat === undefined
        ? client.compressionSchema(format, signal)
        : client.optionsSchema(format, targetFormat, signal);
    });
    return Promise.all(schemas);
  });
}
