import * as vscode from 'vscode';
import type { JsonObject } from '../../contract/read.ts';
import { baseName } from '../../jobs/files/fileUri.ts';
import type { JobRequest } from '../../jobs/job.ts';
import type { JobOptions } from '../../jobs/service.ts';
import { countText } from '../text/amounts.ts';
import { pairsOf } from '../batch/jobPlan.ts';
import { fillInOptions } from './optionsForm.ts';
import type { BatchContext } from '../batch/runBatch.ts';

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
  const target = first.targetFormat?.toUpperCase() ?? '';
  const title =
    requests.length === 1
      ? vscode.l10n.t('Convert {0} to {1}', baseName(first.source), target)
      : vscode.l10n.t('Convert {0} files to {1}', countText(requests.length), target);
  return fillInOptions(title, await loadSchemas(context, requests));
}

/** A schema for each pair of a service that is asked for. */
async function loadSchemas(
  { connections }: BatchContext,
  requests: readonly JobRequest[],
): Promise<JsonObject[]> {
  const progress = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Looking for options') };
  return vscode.window.withProgress(progress, async () => {
    const schemas = pairsOf(requests).map(async ({ service, from, to }) => {
      const { client } = await connections.get(service);
      return client.optionsSchema(from, to, AbortSignal.timeout(timeoutMs));
    });
    return Promise.all(schemas);
  });
}

const timeoutMs = 30_000;
