import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../paths.ts';
import { ApiCaller } from './apiCaller.ts';

export const bundle = path.join(root, 'dist/localService.cjs');
export const testKey = 'key-of-the-tests';

/** Lets a service find the installed programs. */
export const withPrograms: NodeJS.ProcessEnv = { PATH: process.env['PATH'] };

/** Runs them unsandboxed, so that only their arguments prevent harm. */
export const unconfined: readonly string[] = ['--confine-by', 'nothing'];

/** A real standalone service on a free port. */
export class StandaloneService {
  readonly api: ApiCaller;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, baseUrl: string) {
    this.#child = child;
    this.api = new ApiCaller(baseUrl, testKey);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /**
   * Starts a service with these switches in addition to port and key, and these variables in addition to the
   * environment's. Without a PATH, it finds none of the user's programs.
   * @param onDidPrint called with each line that it logs; by default, this process prints them, too
   */
  static async start(
    args: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
    onDidPrint: (line: string) => void = console.error,
  ): Promise<StandaloneService> {
    const child = spawn(process.execPath, [bundle, '--port', '0', '--key', testKey, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: '', ...env },
    });
    createInterface({ input: child.stderr }).on('line', onDidPrint);
    for await (const line of createInterface({ input: child.stdout })) {
      return new StandaloneService(child, line);
    }
    throw new Error('The service exited without output');
  }

  /** Stops the service with the signal, and resolves to its exit code once it is gone. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    await this.api.close();
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill(signal);
      await once(this.#child, 'exit');
    }
    return this.#child.exitCode;
  }
}
