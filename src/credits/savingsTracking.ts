import type { Job } from '../jobs/core/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Disposable, DisposableStore } from '../util/disposable.ts';
import type { Ledger, Outcome } from './ledger.ts';

/** Records each job's outcome in the ledger when it ends, and when it is undone. */
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

/** The outcome of an ended job; `undefined` if it hasn't ended, or if it was moved elsewhere at no cost. */
function outcomeOf({ id, createdAt, state, tool, service, charge, sourceBytes }: Job): Outcome | undefined {
  if (!('endedAt' in state)) return undefined;
  const after = state.name === 'done' && state.output !== undefined ? state.outputBytes : undefined;
  const hasSizes = sourceBytes !== undefined && after !== undefined;
  const credits = charge?.credits ?? 0;
  if (!hasSizes && charge === undefined) return undefined;
  const submission = charge?.remote.jobId ?? String(createdAt);
  const sizes = hasSizes ? { sizes: { before: sourceBytes, after } } : {};
  return { job: id, submission, tool, place: service, ...sizes, credits };
}
