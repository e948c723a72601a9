import { asObject } from '../../src/contract/read.ts';
import type { ApiCaller } from '../../test/support/service/apiCaller.ts';

/** The output, or the reason for a failure: a code, and the service's full text. */
interface Converted {
  readonly output?: Buffer;
  readonly refusal?: string;
  readonly detail?: string;
}

/** Converts a file with the service, with these fields of the submission. */
export async function converted(
  api: ApiCaller,
  file: string,
  fields: Readonly<Record<string, string>>,
): Promise<Converted> {
  const { status, json } = await api.submit('/convert', file, fields);
  if (status !== 202) return { refusal: String(json?.error), detail: JSON.stringify(json) };
  const job = await api.ended('convert', json?.id);
  if (job.status === 'Succeeded') return { output: (await api.download('convert', json?.id)).bytes };
  return { refusal: String(asObject(job.error)?.['error']), detail: JSON.stringify(job.error) };
}
