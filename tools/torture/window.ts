import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { childrenOf, localServices } from '../../test/support/service/processes.ts';
import type { DisplayedState, Gesture, JobReport, RunnerOptions } from './runner.ts';
import type { Kill, Moment } from './schedule.ts';

/** A process that runs jobs, as a window's extension host does; it can be killed at any moment. */
export class TortureWindow {
  readonly #child: ChildProcess;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<unknown>;

  /** @param notice called for each change of a job */
  constructor(options: RunnerOptions, notice: (moment: Moment) => void) {
    const script = path.join(import.meta.dirname, 'runner.ts');
    this.#child = fork(script, [JSON.stringify(options)], { execArgv: [] });
    this.ended = once(this.#child, 'exit');
    this.#child.on('error', () => {});
    this.#child.on('message', (sight: DisplayedState) => {
      if (sight.event === 'changed') for (const { state } of sight.jobs) notice(state.name);
    });
  }

  get #isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves to the next event of this kind, or to `undefined` if the window ends first. */
  async see(event: DisplayedState['event']): Promise<DisplayedState | undefined> {
    if (!this.#isRunning) return undefined;
    const seen = Promise.withResolvers<DisplayedState>();
    const look = (sight: DisplayedState): void => {
      if (sight.event === event) seen.resolve(sight);
    };
    this.#child.on('message', look);
    try {
      return await Promise.race([seen.promise, this.ended.then(() => undefined)]);
    } finally {
      this.#child.off('message', look);
    }
  }

  /** Performs an action and resolves to the jobs that the window then shows, or to `undefined` if it ends first. */
  async make(gesture: Gesture): Promise<readonly JobReport[] | undefined> {
    const seen = this.see(gesture.do);
    // A window that has just been killed can't receive anything; `seen` resolves in that case.
    if (this.#isRunning && this.#child.connected) this.#child.send(gesture, () => {});
    return (await seen)?.jobs;
  }

  /** True if the process crashed on its own. */
  get hasCrashed(): boolean {
    return !this.#isRunning && this.#child.signalCode !== 'SIGKILL' && this.#child.exitCode !== 0;
  }

  /** Kills the window, its local service, or that service's workers. Returns `false` if none of these is running. */
  kill(target: Kill['target']): boolean {
    if (!this.#isRunning) return false;
    if (target === 'window') return this.#child.kill('SIGKILL');
    const services = localServices(this.#child.pid);
    const pids = target === 'service' ? services : services.flatMap(childrenOf);
    return pids.map(killProcess).includes(true);
  }
}

/** Returns `false` if the process has ended. */
function killProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
