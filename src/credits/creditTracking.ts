import type { Job } from '../jobs/core/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Disposable } from '../util/disposable.ts';
import type { Wallet } from './wallet.ts';

/**
 * Reports to the wallet the cost of each network job, and the available credits that a refusal states. Jobs at an
 * origin other than `account`'s were paid from another wallet.
 */
export function trackCredits(jobs: Jobs, wallet: Wallet, account: () => string | undefined): Disposable {
  return jobs.onDidChange(({ kind, jobs: changed }) => {
    const own = changed.filter(({ service }) => service === 'network');
    if (kind !== 'removed') for (const job of own) noteCharge(job, wallet, account());
    // A restored job still has the refusal of the last session.
    if (kind === 'changed') for (const job of own) noteRefusal(job, wallet);
  });
}

function noteCharge({ charge }: Job, wallet: Wallet, account: string | undefined): void {
  if (charge === undefined || originOf(charge.remote.incarnation) !== account) return;
  void wallet.charged({ job: charge.remote.jobId, credits: charge.credits, at: charge.at });
}

function noteRefusal({ state }: Job, wallet: Wallet): void {
  if (state.name === 'needsCredits' && state.available !== undefined) void wallet.refused(state.available);
}

function originOf(address: string | undefined): string | undefined {
  return URL.parse(address ?? '')?.origin;
}
