/** A way to start a process with less access to the computer. */
export interface Launch {
  /** A program and its first arguments, which runs the command that follows. */
  readonly through: readonly string[];
  /** The user that runs the process and must own its files, if it isn't the current one. */
  readonly user?: number;
}

/** The actual command to start. */
export function launched(
  launch: Launch | undefined,
  program: string,
  args: readonly string[],
): { readonly program: string; readonly args: readonly string[] } {
  const [first = program, ...others] = [...(launch?.through ?? []), program, ...args];
  return { program: first, args: others };
}
