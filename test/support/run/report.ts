import { closingLine } from '../results.ts';
import type { Outcome } from './level.ts';

const slowestCount = 12;

/** What each level came to and how long it took, and the files that took longest, in lines for a terminal. */
export function timeReport(outcomes: readonly Outcome[]): string[] {
  const files = outcomes.flatMap(({ filesMs = {} }) => Object.entries(filesMs));
  const slowest = files.toSorted(([, one], [, other]) => other - one).slice(0, slowestCount);
  return [
    ...outcomes.map((each) => `${seconds(each.tookMs)}  ${each.script.padEnd(18)}${closingLine(each)}`),
    '',
    'The slowest files:',
    ...slowest.map(([file, ms]) => `${seconds(ms)}  ${file}`),
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(0).padStart(5)} s`;
}
