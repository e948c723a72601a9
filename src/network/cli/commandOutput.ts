/** The answer of a command: a value for programs, and lines for people. */
export interface CommandOutput {
  readonly value: unknown;
  readonly lines: readonly string[];
  /** 1 for a check that failed. */
  readonly exitCode?: number;
}

/** Lines with aligned columns. */
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
