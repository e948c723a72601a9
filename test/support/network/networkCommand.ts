import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../paths.ts';

/** The command that runs the network service of this version. */
export const networkService: readonly [program: string, ...args: string[]] = [
  process.execPath,
  path.join(root, 'dist/networkServer.cjs'),
];

/** The service with the settings of `adaptedService.ts`, which only tests have. */
const adaptedService = [process.execPath, path.join(import.meta.dirname, 'adaptedService.ts')] as const;

/** Returns the command that runs the network service with these variables. */
export function networkServiceFor(env: NodeJS.ProcessEnv): typeof networkService {
  return Object.keys(env).some((name) => name.startsWith('TEST_')) ? adaptedService : networkService;
}

/** Runs a command of the network service to its end, with these variables in addition to the environment's. */
export async function networkCommand(args: readonly string[], env: NodeJS.ProcessEnv) {
  const [program, ...first] = networkService;
  const child = spawn(program, [...first, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, exitCode: child.exitCode };
}
