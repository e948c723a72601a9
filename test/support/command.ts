import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { root } from './paths.ts';

/** The environment for child processes: the project's own Node and tools come first on PATH. */
export function toolEnv(): NodeJS.ProcessEnv {
  const tools = path.join(root, 'node_modules/.bin');
  // An npm inside an npm script would otherwise use the Node of the outer one.
  const { npm_config_user_agent: _, ...env } = process.env;
  return { ...env, PATH: `${tools}${path.delimiter}${process.env['PATH'] ?? ''}` };
}

const programEndings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];

/** The path of the first of `names` on PATH. Names have no Windows extension. */
export function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const files = names.flatMap((name) =>
    folders.flatMap((folder) => programEndings.map((ending) => path.join(folder, name + ending))),
  );
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** The open file for the program's output; without one, the output goes to the terminal. */
  output?: number;
}

/** Runs a program and resolves to its exit code; a signal counts as 1. */
export function exitCode(
  program: string,
  args: string[],
  { output, ...options }: CommandOptions = {},
): Promise<number> {
  const said = output ?? 'inherit';
  // On Windows, npm and the other tools are .cmd files, which only a shell can start.
  const shell = process.platform === 'win32';
  const words = shell ? [program, ...args].map((word) => `"${word}"`) : [program, ...args];
  const [command = program, ...rest] = words;
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      cwd: root,
      env: toolEnv(),
      ...options,
      stdio: ['ignore', said, said],
      shell,
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Like {@link exitCode}, for programs that must succeed.
 * @throws Error that names the command if its exit code isn't 0
 */
export async function run(program: string, args: string[], options: CommandOptions = {}): Promise<void> {
  const code = await exitCode(program, args, options);
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} exited with code ${code}`);
}
