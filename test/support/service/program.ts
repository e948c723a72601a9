import { execFile, type ExecFileOptions } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs a program and resolves to its output.
 * @throws Error with its error output, if it fails
 */
export async function printed(
  program: string,
  args: readonly string[],
  options: ExecFileOptions = {},
): Promise<Buffer> {
  const { stdout } = await run(program, args, { maxBuffer: 1 << 29, ...options, encoding: 'buffer' });
  return stdout;
}

/** Like {@link printed}, for text. */
export async function printedText(...call: Parameters<typeof printed>): Promise<string> {
  return (await printed(...call)).toString();
}
