import { setTimeout as delay } from 'node:timers/promises';
import { formatOfFileName } from '../../src/contract/formats/naming.ts';
import { parseErrorBody } from '../../src/contract/fault.ts';
import { asObject } from '../../src/contract/read.ts';
import type { DocumentedToolId } from '../../src/contract/tools.ts';
import type { ApiCaller } from '../../test/support/service/apiCaller.ts';

/** The service's result for a file. Refusals have a sentence for the user. */
export type ConversionOutcome =
  | { readonly is: 'converted'; readonly output: Buffer; readonly format: string }
  | { readonly is: 'refused' | 'crashed' | 'hung' | 'outOfMemory'; readonly sentence: string };

/** A request to the service. */
interface ConversionRequest {
  readonly tool: DocumentedToolId;
  readonly name: string;
  readonly bytes: Buffer;
  readonly to: string;
}

const pollIntervalMs = 10;
/** Errors that aren't refusals, by the faults' ids: a worker died, or an engine failed unexpectedly. */
const failures = new Map<string | undefined, 'crashed' | 'outOfMemory'>([
  ['conversion.crashed', 'crashed'],
  ['conversion.failed', 'crashed'],
  ['conversion.memory', 'outOfMemory'],
  ['conversion.memoryOfAll', 'outOfMemory'],
]);

/** Lets the service convert a file, and waits for the result, but no longer than `patienceMs`. */
export async function convertFile(
  api: ApiCaller,
  { tool, name, bytes, to }: ConversionRequest,
  patienceMs: number,
): Promise<ConversionOutcome> {
  const fields = tool === 'convert' ? { targetFormat: to } : {};
  const { status, json } = await api.submit(`/${tool}`, { name, bytes }, fields);
  if (status !== 202) return failureOf(json, status);
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const job = (await api.call(`/${tool}/job/${json?.id}`)).json;
    if (job?.status === 'Succeeded') {
      const { bytes: output, headers } = await api.download(tool, json?.id);
      const [, fileName = ''] = /filename="?([^";]+)/.exec(String(headers['content-disposition'])) ?? [];
      return { is: 'converted', output, format: formatOfFileName(fileName) ?? to };
    }
    if (job?.status === 'Failed') return failureOf({ ...asObject(job.error), fault: job['fault'] });
    if (Date.now() > deadline)
      return { is: 'hung', sentence: `Not done after ${Math.round(patienceMs / 1000)} seconds.` };
    await delay(pollIntervalMs);
  }
}

function failureOf(body: unknown, status = 200): ConversionOutcome {
  const { error, detail, fault } = parseErrorBody(body) ?? {};
  const sentence = detail ?? 'It gives no reason.';
  if (error === 'conversion.timed_out') return { is: 'hung', sentence };
  const isCrash = status >= 500 || (fault === undefined && error === 'conversion.failed');
  return { is: failures.get(fault?.id) ?? (isCrash ? 'crashed' : 'refused'), sentence };
}
