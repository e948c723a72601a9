import { startApi } from '../api/api.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { createLog } from '../node/log.ts';
import { openNode } from '../node/nodeParts.ts';
import type { Role } from '../node/role.ts';
import { type Operations, startOperations } from '../operations/operations.ts';
import { Sweeper } from '../sweep/sweeper.ts';
import { startWorker } from '../worker/worker.ts';
import type { Command } from './command.ts';

const roleNames = ['api', 'worker', 'all'] as const;

/**
 * Does what a node does until a signal ends it; prints where it listens, one line and nothing else.
 * @throws ConfigurationError, or Error where it can't begin
 */
export async function runRoles(command: Command, env: NodeJS.ProcessEnv, scriptPath: string): Promise<void> {
  const role = roleNames.find((name) => name === command.role);
  if (role === undefined)
    throw new ConfigurationError(`--role takes api, worker or all, not "${command.role}".`);
  const log = createLog(role);
  const stopped = stopSignal();
  const node = await openNode(readConfiguration(env, command.config), scriptPath, log);
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
    await sweeper.stop();
    for (const each of roles) await each.drain();
  } finally {
    await operations?.close();
    await node.close();
  }
}

/** Resolves when somebody asks the process to end; who asks again ends it at once. */
async function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
