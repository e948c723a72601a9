import type { Wallet } from '../credits/wallet.ts';
import type { Job, JobState } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Disposable } from '../util/disposable.ts';

/** A job whose submission the service accepted is in one of these states first. */
const acceptedStates: ReadonlySet<JobState['name']> = new Set(['queued', 'processing']);

/**
 * Tells the wallet what jobs at the network cost: a credit when one is accepted, back when it fails there (Limits, Credits
 * and retention, 1 and 2), and what a refusal says is available.
 */
export function trackCredits(jobs: Jobs, wallet: Wallet): Disposable {
  const charged = new Set<string>();
  return jobs.onDidChange(({ kind, jobs: changed }) => {
    for (const job of changed) {
      if (kind === 'changed' && job.service === 'network') note(job, charged, wallet);
    }
  });
}

function note({ id, state }: Job, charged: Set<string>, wallet: Wallet): void {
  if (acceptedStates.has(state.name) && !charged.has(id)) {
    charged.add(id);
    void wallet.spent(1);
  } else if (state.name === 'failed' && charged.delete(id)) {
    void wallet.spent(-1);
  } else if (state.name === 'needsCredits' && state.available !== undefined) {
    void wallet.refused(state.available);
  } else if (state.name === 'done' || state.name === 'canceled' || state.name === 'expired') {
    charged.delete(id);
  }
}
