import { closingLine, closingLines, type Results, sum } from '../results.ts';
import type { SessionOutcome } from './session.ts';

const slowestCount = 12;

/** The result of a whole run. */
export interface RunReport {
  /** The first try of each task, or the second one if that passed. */
  readonly outcomes: readonly SessionOutcome[];
  /** The first try of those that passed the second time. */
  readonly unstable: readonly SessionOutcome[];
  /** Reasons for skipped parts, one per line. */
  readonly skipped: readonly string[];
}

/**
 * The summary at the end of a run. It must make sense on its own, because a terminal may have dropped the earlier
 * output.
 */
export function reportLines({ outcomes, unstable, skipped }: RunReport): string[] {
  const levels = Object.entries(Object.groupBy(outcomes, ({ task }) => task.level));
  const slowest = outcomes.toSorted((one, other) => other.tookMs - one.tookMs).slice(0, slowestCount);
  const failed = outcomes.filter(({ results }) => results.failures > 0);
  return [
    'Time in all files of each level:',
    ...levels.map(([level, all]) => {
      const tookMs = all.reduce((total, each) => total + each.tookMs, 0);
      return `${seconds(tookMs)}  ${level.padEnd(12)} ${closingLine(sum(all.map(({ results }) => results)))}`;
    }),
    '',
    'The slowest:',
    ...slowest.map(({ task, tookMs }) => `${seconds(tookMs)}  ${task.name}`),
    '',
    ...skipped.map((each) => `skipped: ${each}`),
    ...unstable.map(({ results }) => `unstable: ${results.failed[0]}`),
    ...failed.map(({ task }) => `Run it again: ${task.rerun}`),
    ...closingLines(counts({ outcomes, skipped })),
  ];
}

/** The counts of a run: a level that couldn't run counts as skipped. */
export function counts({ outcomes, skipped }: Pick<RunReport, 'outcomes' | 'skipped'>): Results {
  const total = sum(outcomes.map(({ results }) => results));
  return { ...total, pending: total.pending + skipped.length };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0).padStart(5)} s`;
}
