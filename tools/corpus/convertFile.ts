import { setTimeout as delay } from 'node:timers/promises';
import { asObject, asText } from '../../src/contract/read.ts';
import type { ApiCaller, Body } from '../../test/support/service/apiCaller.ts';
import type { ConversionOutcome } from './verdict.ts';

const pollIntervalMs = 50;
const ends = new Set(['Succeeded', 'Failed', 'Canceled']);

/** Lets the service convert a file, and waits for the result, but no longer than `patienceMs`. */
export async function convertFile(
  api: ApiCaller,
  file: { readonly name: string; readonly bytes: Buffer },
  targetFormat: string,
  patienceMs: number,
): Promise<ConversionOutcome> {
  const { status, json } = await api.submit('/convert', file, { targetFormat });
  if (status !== 202) {
    return { is: status < 500 ? 'refused' : 'crashed', sentence: json?.detail ?? `status ${status}` };
  }
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const job = (await api.call(`/convert/job/${json?.id}`)).json ?? {};
    if (ends.has(job.status ?? '')) return outcomeOf(api, job);
    if (Date.now() > deadline) {
      return { is: 'hung', sentence: `Not done after ${Math.round(patienceMs / 1000)} seconds.` };
    }
    await delay(pollIntervalMs);
  }
}

async function outcomeOf(api: ApiCaller, { id, status, error }: Body): Promise<ConversionOutcome> {
  if (status === 'Succeeded') return { is: 'converted', output: (await api.download('convert', id)).bytes };
  const fault = asObject(error) ?? {};
  const sentence = asText(fault['detail']) ?? 'It gives no reason.';
  switch (fault['error']) {
    case 'conversion.timed_out':
      return { is: 'hung', sentence };
    // A worker died, or an engine failed unexpectedly.
    case 'conversion.failed':
      return { is: 'crashed', sentence };
    default:
      return { is: 'refused', sentence };
  }
}
