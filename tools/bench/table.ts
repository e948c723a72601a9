import type { Figure } from './benchmark.ts';

const columns = ['Case', 'Ours', 'Reference', 'Ratio', 'Goal', 'Runs', 'What is compared'] as const;

/** The figures as a table in Markdown, as docs/benchmarks.md has it. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, ours, reference, ratio, goal, unit, runs, note }) => [
    `\`${name}\``,
    `${ours} ${unit}`,
    `${reference} ${unit}`,
    ratio,
    goal === undefined ? '–' : `≤ ${goal}`,
    runs,
    note,
  ]);
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}
