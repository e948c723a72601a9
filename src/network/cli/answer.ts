/** What a command answers: for programs a value, for people lines. */
export interface Answer {
  readonly value: unknown;
  readonly lines: readonly string[];
  /** 1 for a proof that failed. */
  readonly exitCode?: number;
}

/** Lines of columns that stand below each other. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
