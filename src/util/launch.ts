/** How a process is started that may see less of the computer than this one. */
export interface Launch {
  /** A program and its first arguments, which start the command that follows. */
  readonly through: readonly string[];
  /** Who the process runs as, and whose its files have to be, where that is not whoever starts it. */
  readonly user?: number;
}

/** The command that is started in place of another. */
export function launched(
  launch: Launch | undefined,
  program: string,
  args: readonly string[],
): { readonly program: string; readonly args: readonly string[] } {
  const [first = program, ...others] = [...(launch?.through ?? []), program, ...args];
  return { program: first, args: others };
}
