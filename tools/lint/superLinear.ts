import { check, type Diagnostics } from 'recheck';
import type { Pattern } from './patterns.ts';
import type { LintFinding } from './sources.ts';

/** The slowest pattern takes less than a second, so the result doesn't depend on the computer. */
const defaultTimeoutMs = 20_000;

const advice =
  'Rewrite it without look-arounds and overlapping repetitions, or state in boundedPatterns (tools/lint/superLinear.ts) what bounds its input.';

/**
 * Finds patterns that may take more than linear time or that automata can't analyze (look-around, back-references).
 * Also finds entries in the list of exceptions that are linear after all.
 */
export async function findSuperLinear(
  patterns: readonly Pattern[],
  bounded: ReadonlyMap<string, string> = boundedPatterns,
  timeoutMs: number = defaultTimeoutMs,
): Promise<LintFinding[]> {
  const findings: LintFinding[] = [];
  for (const [literal, [first, ...others]] of Map.groupBy(patterns, (pattern) => pattern.literal)) {
    if (first === undefined) continue;
    const fault = isUnbounded(first) ? faultOf(await complexityOf(first, timeoutMs)) : undefined;
    if ((fault === undefined) !== bounded.has(literal)) continue;
    const message =
      fault === undefined
        ? 'is linear: remove it from the list of nonlinear patterns.'
        : `${fault} ${advice}`;
    findings.push(...[first, ...others].map(({ found }) => found(`${literal} ${message}`)));
  }
  return findings;
}

/** Returns false only if no part can match text of any length, which spares the analysis for half of the patterns. */
function isUnbounded({ source }: Pattern): boolean {
  return /[*+]|,\}/.test(source);
}

/**
 * Analyzes a pattern. Appending `[]`, which never matches, makes the matcher try every path, including all those it
 * takes for the original pattern. So if that is linear, the original is too. The automaton is much smaller, because it
 * doesn't need to track which paths remain untried after a match. Patterns such as `a+`, which are only linear because
 * they match, need the exact analysis.
 */
async function complexityOf({ source, flags }: Pattern, timeoutMs: number): Promise<Diagnostics> {
  const parameters = { checker: 'automaton', timeout: timeoutMs } as const;
  const failing = await check(`(?:${source})[]`, flags, parameters);
  return failing.status === 'vulnerable' ? check(source, flags, parameters) : failing;
}

function faultOf(result: Diagnostics): string | undefined {
  switch (result.status) {
    case 'safe':
      return undefined;
    case 'vulnerable':
      return `takes ${result.complexity.summary} time, for example for ${result.attack.pattern}.`;
    case 'unknown':
      if (result.error.kind === 'timeout') return 'takes too long to analyze. Simplify or split it.';
      return `can’t be proven linear (${JSON.stringify(result.error)}).`;
  }
}

/** Patterns that may take more than linear time, with the limit on their input. */
const boundedPatterns: ReadonlyMap<string, string> = new Map([
  [String.raw`/^!\[[^\]\n]*\]\(([^)\n]+)\)\n+/gm`, 'README.md and CHANGELOG.md, which are ours'],
  [String.raw`/(?<!!)\[([^\]\n]*)\]\(([^)\n]+)\)/g`, 'README.md and CHANGELOG.md, which are ours'],
]);
