import { check, type Diagnostics } from 'recheck';
import type { Pattern } from './patterns.ts';
import type { LintFinding } from './sources.ts';

/**
 * The timeout only ends patterns that take minutes, because the analysis by automata gives the same result on every
 * computer.
 */
const parameters = { checker: 'automaton', timeout: 300_000 } as const;

const advice = 'Rewrite it, or state in boundedPatterns what bounds its input.';

/**
 * Finds patterns that may take more than linear time or that automata can't analyze (look-around, back-references).
 * Also finds entries in the list of exceptions that are linear after all.
 */
export async function findSuperLinear(
  patterns: readonly Pattern[],
  bounded: ReadonlyMap<string, string> = boundedPatterns,
): Promise<LintFinding[]> {
  const findings: LintFinding[] = [];
  for (const [literal, [first, ...others]] of Map.groupBy(patterns, (pattern) => pattern.literal)) {
    if (first === undefined) continue;
    const fault = faultOf(await check(first.source, first.flags, parameters));
    if ((fault === undefined) !== bounded.has(literal)) continue;
    const message =
      fault === undefined
        ? 'is linear: remove it from the list of nonlinear patterns.'
        : `${fault} ${advice}`;
    findings.push(...[first, ...others].map(({ found }) => found(`${literal} ${message}`)));
  }
  return findings;
}

function faultOf(result: Diagnostics): string | undefined {
  switch (result.status) {
    case 'safe':
      return undefined;
    case 'vulnerable':
      return `takes ${result.complexity.summary} time, for example for ${result.attack.pattern}.`;
    case 'unknown':
      return `can’t be proven linear (${JSON.stringify(result.error)}).`;
  }
}

/** Patterns that may take more than linear time, with the limit on their input. */
const boundedPatterns: ReadonlyMap<string, string> = new Map([
  [String.raw`/^!\[[^\]\n]*\]\(([^)\n]+)\)\n+/gm`, 'README.md and CHANGELOG.md, which are ours'],
  [String.raw`/(?<!!)\[([^\]\n]*)\]\(([^)\n]+)\)/g`, 'README.md and CHANGELOG.md, which are ours'],
]);
