import { systemClock } from '../../util/clock.ts';
import { startApi } from '../api/api.ts';
import { checkPublicSettings } from '../api/publicAddress.ts';
import { connectDatabase } from '../builtIn/builtInDatabase.ts';
import { firstAccess, welcome } from '../builtIn/welcome.ts';
import {
  type ConnectedConfiguration,
  isConnected,
  readConfiguration,
} from '../configuration/configuration.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { settings, variableOf } from '../configuration/settings.ts';
import { createLog, type NodeLog, logOtherOutput } from '../node/log.ts';
import { startAccounts } from '../identity/accountServer.ts';
import { openNode } from '../node/nodeParts.ts';
import type { Role } from '../node/role.ts';
import { type Operations, startOperations } from '../operations/operations.ts';
import { Sweeper } from '../sweep/sweeper.ts';
import { startWorker } from '../worker/worker.ts';
import type { CliCommand } from './command.ts';

const roleNames = ['api', 'worker', 'accounts', 'all'] as const;
/** The time for a node to close after its jobs and requests have ended or were aborted. */
const closeMs = 12_000;

interface NodeOptions {
  readonly role: (typeof roleNames)[number];
  readonly configuration: ConnectedConfiguration;
  /** True if the database is the built-in one, so that a person may need the first key. */
  readonly isBuiltIn: boolean;
  readonly scriptPath: string;
  readonly log: NodeLog;
  /** Resolves when the node has to stop. */
  readonly stopped: Promise<undefined>;
}

/**
 * Runs a node until a signal ends it. Parts of it may still hang afterwards, so the caller must end the process.
 * @throws ConfigurationError, or Error if it can't start
 */
export async function runRoles(
  command: CliCommand,
  env: NodeJS.ProcessEnv,
  scriptPath: string,
): Promise<void> {
  const role = roleNames.find((name) => name === (command.role ?? 'all'));
  if (role === undefined)
    throw new ConfigurationError(`--role takes api, worker, accounts or all, not "${command.role}".`);
  const log = createLog(role);
  const stopped = stopSignal();
  const given = readConfiguration(env, command.config);
  if (role !== 'worker') checkPublicSettings(given);
  if (role !== 'all' && !isConnected(given)) {
    const { takes } = settings.databaseUrl;
    throw new ConfigurationError(
      `${variableOf('databaseUrl')} is missing: ${takes}. Only --role all can use the built-in database.`,
    );
  }
  const { configuration, server } = await connectDatabase(given, false);
  void server?.crashed.then(() => {
    log.error({}, 'The built-in database has ended unexpectedly');
    process.exit(1);
  });
  try {
    await runNode({
      role,
      configuration,
      isBuiltIn: server !== undefined,
      scriptPath,
      log,
      stopped,
    });
  } finally {
    await server?.stop();
  }
}

/** Prints the API's address. With a database that was configured, that is all, as programs may read it. */
async function runNode({
  role,
  configuration,
  isBuiltIn,
  scriptPath,
  log,
  stopped,
}: NodeOptions): Promise<void> {
  const node = await Promise.race([openNode(configuration, scriptPath, log), stopped]);
  // Nothing has begun yet.
  if (node === undefined) return;
  const takes = (name: 'api' | 'worker' | 'accounts') => role === name || role === 'all';
  const sweeper = new Sweeper(node);
  const roles: Role[] = [];
  let operations: Operations | undefined;
  try {
    operations = await startOperations(node);
    // First, as their addresses may be taken: a worker that has begun can't be closed at once.
    const accounts = takes('accounts') ? await startAccounts(node) : undefined;
    if (accounts !== undefined) roles.push(accounts);
    const api = takes('api') ? await startApi(node, accounts?.authUrl) : undefined;
    if (api !== undefined) roles.push(api);
    if (takes('worker')) {
      node.metrics.offerSlots(configuration.places);
      roles.push(await startWorker(node));
      sweeper.start();
    }
    if (api !== undefined) {
      const text = isBuiltIn
        ? welcome(api.baseUrl, await firstAccess(node.database, accounts?.authUrl), configuration)
        : api.baseUrl;
      process.stdout.write(`${text}\n`);
    } else if (accounts !== undefined) process.stdout.write(`${accounts.authUrl}\n`);
    logOtherOutput(log);
    log.info({ operations: operations.baseUrl }, 'Started');
    await stopped;
    log.info({}, 'Stopping');
    operations.drain();
    endAnyway(1000 * configuration.drainSeconds + closeMs, log);
  } finally {
    // Also those that began before another failed to: their connections would keep the database open.
    await Promise.all([sweeper.stop(), ...roles.map(async (each) => each.drain())]);
    await operations?.close();
    await node.close();
  }
}

/** Ends the process in time if its end hangs. Others get its jobs, as those of a dead node. */
function endAnyway(withinMs: number, log: NodeLog): void {
  systemClock.schedule(withinMs, () => {
    log.error({}, 'Stopped before all had ended');
    process.exit(1);
  });
}

/** Resolves at the first signal to stop. The second one ends the process at once. */
async function stopSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(undefined));
  });
}
