import { levels } from './levels.ts';
import type { RunReport } from './report.ts';
import type { SessionOutcome } from './session.ts';
import type { Task } from './tasks.ts';

/** Runs tasks once more. */
interface Rerunner {
  runAlone(tasks: readonly Task[]): Promise<SessionOutcome[]>;
}

/** With more failed files than this, none is retried, and the run fails. */
const maxUnstable = 4;

/**
 * Retries failed files that start real processes, one after the other, if there are few. A file that passes then counts
 * as passed, but is reported as unstable.
 */
export async function withRetries(
  session: Rerunner,
  outcomes: readonly SessionOutcome[],
  skipped: readonly string[],
  mayRetry: boolean,
): Promise<RunReport> {
  const failed = outcomes.filter(({ results }) => results.failures > 0);
  const retried = failed.filter(({ task }) => task.level !== 'check' && levels[task.level].retries);
  if (!mayRetry || retried.length === 0 || failed.length > maxUnstable)
    return { outcomes, unstable: [], skipped };
  console.log('\nA second try of what failed:');
  const second = await session.runAlone(retried.map(({ task }) => task));
  const passed = new Map(
    second.filter(({ results }) => results.failures === 0).map((outcome) => [outcome.task, outcome]),
  );
  return {
    outcomes: outcomes.map((outcome) => passed.get(outcome.task) ?? outcome),
    unstable: outcomes.filter(({ task }) => passed.has(task)),
    skipped,
  };
}
