import type { Job } from '../jobs/core/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Disposable, DisposableStore } from '../util/disposable.ts';
import type { Ledger, LedgerOutcome } from './ledger.ts';
import type { KnownWallet } from './wallet.ts';

/** Reports each network job's cost to the wallet of its key, and the available credits that a refusal states. */
export function trackCredits(jobs: Jobs, wallet: KnownWallet): Disposable {
  return jobs.onDidChange(({ kind, jobs: changed }) => {
    if (kind !== 'removed') noteCharges(changed, wallet);
    // A restored job may still contain a refusal from the last session, so only changes count.
    if (kind === 'changed') for (const job of changed) noteAvailableCredits(job, wallet);
  });
}

/** Reports the costs of jobs again, for a wallet that didn't know its key yet. */
export function noteCharges(jobs: readonly Job[], wallet: KnownWallet): void {
  for (const { service, charge } of jobs) {
    if (service !== 'network' || charge === undefined || charge.remote.keyId !== wallet.keyId) continue;
    void wallet.charged({ job: charge.remote.jobId, credits: charge.credits, at: charge.at });
  }
}

function noteAvailableCredits({ service, keyId, state }: Job, wallet: KnownWallet): void {
  if (service !== 'network' || keyId !== wallet.keyId) return;
  if (state.name === 'needsCredits' && state.available !== undefined) void wallet.refused(state.available);
}

/**
 * Records each job in the ledger: its cost once a service has accepted it, its outcome when it ends, and whether it was
 * undone.
 */
export function trackSavings(jobs: Jobs, ledger: Ledger): Disposable {
  const noted = new Map<string, string>();
  const store = new DisposableStore();
  store.add(
    jobs.onDidChange(({ kind, jobs: changed }) => {
      if (kind === 'removed') for (const { id } of changed) noted.delete(id);
      // Restored jobs are skipped, because the last session has recorded their outcomes.
      if (kind !== 'changed') return;
      const outcomes = changed.flatMap((job) => outcomeOf(job) ?? []);
      const news = outcomes.filter((outcome) => noted.get(outcome.job) !== JSON.stringify(outcome));
      for (const outcome of news) noted.set(outcome.job, JSON.stringify(outcome));
      void ledger.add(news);
    }),
  );
  store.add(jobs.onDidUndo((ids) => void ledger.undo(ids)));
  return store;
}

/** A job's outcome so far; `undefined` while it has cost nothing and has no result. */
function outcomeOf({
  id,
  createdAt,
  state,
  tool,
  service,
  charge,
  sourceBytes,
}: Job): LedgerOutcome | undefined {
  const after = state.name === 'done' && state.output !== undefined ? state.outputBytes : undefined;
  const hasSizes = sourceBytes !== undefined && after !== undefined;
  if (!hasSizes && charge === undefined) return undefined;
  const submission = charge?.remote.jobId ?? String(createdAt);
  const sizes = hasSizes ? { sizes: { before: sourceBytes, after } } : {};
  const { credits = 0, isSaid = false } = charge ?? {};
  return { job: id, submission, tool, place: service, ...sizes, credits, isSaid };
}
