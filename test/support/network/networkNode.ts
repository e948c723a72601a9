import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { networkServiceFor } from './networkCommand.ts';

/** A running node, with its configuration and its log, which has one line of JSON per entry. */
export class NetworkNode {
  readonly log: string[] = [];
  /** The lines that it prints for the user. */
  readonly output: string[] = [];
  /** The API's address, as the node printed it; empty for a worker. */
  baseUrl = '';
  /** The address for health checks. */
  operationsUrl = '';
  /** The variables that it was started with. */
  readonly env: NodeJS.ProcessEnv;
  /** The command that runs it. */
  readonly service: readonly string[];
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess, env: NodeJS.ProcessEnv, service: readonly string[]) {
    this.#child = child;
    this.env = env;
    this.service = service;
    this.#ended = once(child, 'exit');
  }

  /**
   * Starts a node with these variables, on ports chosen by the system, and resolves when it is ready. `service` is a
   * command that runs the network service, or replaces itself with it.
   */
  static async start(
    role: 'api' | 'worker' | 'accounts' | 'all',
    env: NodeJS.ProcessEnv,
    service: readonly string[] = networkServiceFor(env),
  ): Promise<NetworkNode> {
    const ports = {
      FUN_LISTEN: '127.0.0.1:0',
      FUN_ACCOUNTS_LISTEN: '127.0.0.1:0',
      FUN_OPERATIONS_LISTEN: '127.0.0.1:0',
    };
    const [program, ...args] = [...service, '--role', role];
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Without a PATH, the node finds none of the user's programs.
      env: { ...process.env, PATH: '', ...ports, ...env },
    });
    const node = new NetworkNode(child, env, service);
    const started = Promise.withResolvers<void>();
    // The log and the address come through different pipes, in any order.
    const addressed = Promise.withResolvers<void>();
    if (role === 'worker') addressed.resolve();
    createInterface({ input: child.stdout }).on('line', (line) => {
      node.output.push(line);
      if (/https?:/.test(line)) addressed.resolve();
    });
    createInterface({ input: child.stderr }).on('line', (line) => {
      node.log.push(line);
      if (!line.includes('"Node started"')) return;
      node.operationsUrl = JSON.parse(line).operations;
      started.resolve();
    });
    const failed = node.#ended.then(() => {
      throw new Error(`The node exited: ${node.log.join('\n')}`);
    });
    failed.catch(() => undefined);
    await Promise.race([Promise.all([started.promise, addressed.promise]), failed]);
    node.baseUrl = /https?:[^ ]*\d/.exec(node.output.join('\n'))?.[0] ?? '';
    return node;
  }

  /** Stops reading its output, as when a terminal is closed. */
  hangUp(): void {
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Ends the node with the signal, and resolves to its exit code once it is gone; `null` if the signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    await this.#ended;
    return this.#child.exitCode;
  }
}
