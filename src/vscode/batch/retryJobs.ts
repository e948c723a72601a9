import { formatOfFileName } from '../../contract/formats/naming.ts';
import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { isNotAccepted } from '../../jobs/relocation.ts';
import type { Offers } from '../../planning/offer.ts';
import { canRunLocally } from '../../planning/workPlan.ts';
import { fileName } from '../text/files.ts';
import { say, sayCount } from '../text/safeText.ts';
import { askForText } from '../ui/inputs.ts';
import { needsPassword, passwordOption } from './retryable.ts';

/**
 * Retries jobs. If files are locked, asks for their password once. Without an answer, their jobs aren't retried.
 * Resolves to the ids of the retried jobs.
 */
export async function retryJobs(jobs: Jobs, ids: readonly string[]): Promise<readonly string[]> {
  const locked = ids.filter((id) => {
    const job = jobs.get(id);
    return job !== undefined && needsPassword(job);
  });
  const others = ids.filter((id) => !locked.includes(id));
  const password = locked.length === 0 ? undefined : await askForPassword(jobs, locked);
  jobs.retry(others);
  if (password === undefined) return others;
  jobs.retry(locked, { options: { [passwordOption]: password } });
  return ids;
}

async function askForPassword(jobs: Jobs, locked: readonly string[]): Promise<string | undefined> {
  const [first = ''] = locked;
  return askForText({
    title:
      locked.length === 1
        ? say('Password of {0}', fileName(jobs.get(first)?.source ?? ''))
        : sayCount(locked.length, { one: 'Password of {0} file', other: 'Password of {0} files' }),
    prompt: say('It’s only used for this conversion and isn’t stored.'),
    value: '',
    secret: true,
    persistent: true,
    validate: (value) => (value === '' ? say('Enter the password.') : undefined),
  });
}

/**
 * The ids of the jobs that wait for the network, that the network has certainly not accepted, and that this computer
 * supports.
 */
export async function locallyRunnable(offers: Offers, jobs: readonly Job[]): Promise<readonly string[]> {
  const waiting = jobs.filter((job) => job.service === 'network' && isNotAccepted(job));
  if (waiting.length === 0) return [];
  const offer = await offers.here();
  return waiting.flatMap(({ id, source, tool, targetFormat }) => {
    if (tool === 'combine') return [];
    const format = formatOfFileName(source);
    return format !== undefined && canRunLocally(offer, format, { tool, targetFormat }) ? id : [];
  });
}
