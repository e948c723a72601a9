import type { Job } from '../jobs/core/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Disposable, DisposableStore } from '../util/disposable.ts';
import type { Ledger, Outcome } from './ledger.ts';

/** Records each job's cost in the ledger once a service has accepted it, its outcome when it ends, and its undo. */
export function trackSavings(jobs: Jobs, ledger: Ledger): Disposable {
  const noted = new Map<string, string>();
  const store = new DisposableStore();
  store.add(
    jobs.onDidChange(({ kind, jobs: changed }) => {
      if (kind === 'removed') for (const { id } of changed) noted.delete(id);
      // The last session recorded its own outcomes.
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
function outcomeOf({ id, createdAt, state, tool, service, charge, sourceBytes }: Job): Outcome | undefined {
  const after = state.name === 'done' && state.output !== undefined ? state.outputBytes : undefined;
  const hasSizes = sourceBytes !== undefined && after !== undefined;
  if (!hasSizes && charge === undefined) return undefined;
  const submission = charge?.remote.jobId ?? String(createdAt);
  const sizes = hasSizes ? { sizes: { before: sourceBytes, after } } : {};
  const { credits = 0, isSaid = false } = charge ?? {};
  return { job: id, submission, tool, place: service, ...sizes, credits, isSaid };
}
