import { systemClock } from '../../util/clock.ts';
import { startApi } from '../api/api.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { createLog, type Log } from '../node/log.ts';
import { openNode } from '../node/nodeParts.ts';
import type { Role } from '../node/role.ts';
import { type Operations, startOperations } from '../operations/operations.ts';
import { Sweeper } from '../sweep/sweeper.ts';
import { startWorker } from '../worker/worker.ts';
import type { Command } from './command.ts';

const roleNames = ['api', 'worker', 'all'] as const;
/** How long a node may take to close once what it did has ended, or was broken off. */
const closeMs = 12_000;

/**
 * Does what a node does until a signal ends it; prints where it listens, one line and nothing else. What hangs may outlive it: the
 * process is the caller's to end.
 * @throws ConfigurationError, or Error where it can't begin
 */
export async function runRoles(command: Command, env: NodeJS.ProcessEnv, scriptPath: string): Promise<void> {
  const role = roleNames.find((name) => name === command.role);
  if (role === undefined)
    throw new ConfigurationError(`--role takes api, worker or all, not "${command.role}".`);
  const log = createLog(role);
  const stopped = stopSignal();
  const configuration = readConfiguration(env, command.config);
  const node = await Promise.race([openNode(configuration, scriptPath, log), stopped]);
  // Nothing has begun yet.
  if (node === undefined) return;
  const sweeper = new Sweeper(node);
  const roles: Role[] = [];
  let operations: Operations | undefined;
  try {
    operations = await startOperations(node);
    if (role !== 'api') {
      roles.push(await startWorker(node));
      sweeper.start();
    }
    if (role !== 'worker') {
      const api = await startApi(node);
      roles.unshift(api);
      process.stdout.write(`${api.baseUrl}\n`);
    }
    log.info({ operations: operations.baseUrl }, 'Started');
    await stopped;
    log.info({}, 'Stopping');
    operations.drain();
    endAnyway(1000 * configuration.drainSeconds + closeMs, log);
    await Promise.all([sweeper.stop(), ...roles.map(async (each) => each.drain())]);
  } finally {
    await operations?.close();
    await node.close();
  }
}

/** Ends the process in time where its end hangs; what it had is given to others as a dead node's is. */
function endAnyway(withinMs: number, log: Log): void {
  systemClock.schedule(withinMs, () => {
    log.error({}, 'Stopped before all had ended');
    process.exit(1);
  });
}

/** Resolves when somebody asks the process to end; who asks again ends it at once. */
async function stopSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(undefined));
  });
}
