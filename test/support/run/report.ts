import { closingLine } from '../results.ts';
import type { Outcome } from './level.ts';

const slowestCount = 12;

/**
 * What each level came to and how long it took, the files that took longest, and last what failed, in lines for a
 * terminal: of a long run, what is left to read may be no more than its end.
 */
export function timeReport(outcomes: readonly Outcome[]): string[] {
  const files = outcomes.flatMap(({ filesMs = {} }) => Object.entries(filesMs));
  const failed = outcomes.flatMap((each) =>
    (each.failed ?? []).map((failure) => `${each.script}: ${failure}`),
  );
  const slowest = files.toSorted(([, one], [, other]) => other - one).slice(0, slowestCount);
  return [
    ...outcomes.map((each) => `${seconds(each.tookMs)}  ${each.script.padEnd(18)}${closingLine(each)}`),
    '',
    'The slowest files:',
    ...slowest.map(([file, ms]) => `${seconds(ms)}  ${file}`),
    ...failed.flatMap((failure) => ['', `Failed in ${failure}`]),
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0).padStart(5)} s`;
}
