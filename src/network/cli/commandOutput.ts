/** The output of a command, as a value for programs and as lines for people. */
export interface CommandOutput {
  readonly value: unknown;
  readonly lines: readonly string[];
  /** The exit code; 1 for a failed check. */
  readonly exitCode?: number;
}

/** Formats rows as lines with aligned columns. */
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
