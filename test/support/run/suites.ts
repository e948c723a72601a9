import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { exitCode, toolEnv } from '../command.ts';
import { root } from '../paths.ts';

/** Each worker has services, programs and browsers of its own, which want memory. */
const maxWorkers = 4;

export interface SuiteOptions {
  /** Switches of Mocha. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs the suites that the command line names, one after the other and live; without any, all that match the patterns
 * of the level, side by side and in their order, each of which is shown when it has ended. Resolves to Mocha's exit code.
 */
export function runSuites(all: readonly string[], { flags = [], env }: SuiteOptions = {}): Promise<number> {
  const wanted = process.argv.slice(2);
  const workers = Math.min(availableParallelism(), maxWorkers);
  const files = [...new Set(all.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted()))];
  const suites = wanted.length > 0 ? wanted : ['--parallel', '--jobs', String(workers), ...files];
  return exitCode('mocha', [...flags, ...suites], { env: { ...toolEnv(), ...env } });
}
