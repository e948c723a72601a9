import { fstatSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../util/clock.ts';
import { addAccount, listAccounts } from '../accounts/accounts.ts';
import { addKey } from '../accounts/keys.ts';
import { defaultPlan } from '../accounts/plans.ts';
import { startApi } from '../roles/api.ts';
import {
  type ConnectedConfiguration,
  isConnected,
  readConfiguration,
  ConfigurationError,
  type Configuration,
} from '../configuration.ts';
import { checkPublicSettings } from '../listenAddress.ts';
import { settings, variableOf } from '../settings.ts';
import { connectDatabase } from '../database/builtInDatabase.ts';
import type { Database } from '../database/database.ts';
import { startAccounts } from '../identity/accountServer.ts';
import { listPeople } from '../identity/people.ts';
import { createLog, type NodeLog, logOtherOutput } from '../node/log.ts';
import type { NodeParts, Role } from '../node/nodeParts.ts';
import { type Operations, startOperations } from '../roles/operations.ts';
import { Sweeper } from '../roles/sweeper.ts';
import { startWorker } from '../roles/worker.ts';
import type { CliCommand } from './commandLine.ts';

const roleNames = ['api', 'worker', 'accounts', 'all'] as const;
/** The time that a node has to close after its jobs and requests have ended or were aborted. */
const closeMs = 12_000;

type OpenNode = (configuration: ConnectedConfiguration, log: NodeLog) => Promise<NodeParts>;

/**
 * Runs a node until a signal stops it. Parts of the node may hang afterwards, so the caller must end the process.
 * @throws ConfigurationError, or Error if the node can't start
 */
export async function runRoles(command: CliCommand, env: NodeJS.ProcessEnv, open: OpenNode): Promise<void> {
  const role = roleNames.find((name) => name === (command.role ?? 'all'));
  if (role === undefined)
    throw new ConfigurationError(`--role must be api, worker, accounts, or all, not "${command.role}".`);
  const log = createLog(role);
  const stopped = stopSignal();
  const given = readConfiguration(env, command.config);
  if (role !== 'worker') checkPublicSettings(given);
  if (role !== 'all' && !isConnected(given)) {
    const { expected } = settings.databaseUrl;
    throw new ConfigurationError(
      `Set ${variableOf('databaseUrl')} to ${expected}. Only --role all can use the built-in database.`,
    );
  }
  const { configuration, server } = await connectDatabase(given, false);
  void server?.crashed.then(() => {
    log.error({}, 'Built-in database exited unexpectedly');
    process.exit(1);
  });
  try {
    const node = await Promise.race([open(configuration, log), stopped]);
    // If the signal arrived before the node was open, there is nothing to close.
    if (node !== undefined) await runNode(node, role, server !== undefined, stopped);
  } finally {
    await server?.stop();
  }
}

/**
 * Runs a node and prints the API's address. With a configured database, it prints nothing else, because programs may
 * parse the output.
 */
async function runNode(
  node: NodeParts,
  role: (typeof roleNames)[number],
  isBuiltIn: boolean,
  stopped: Promise<undefined>,
): Promise<void> {
  const { configuration, log } = node;
  const hasRole = (name: 'api' | 'worker' | 'accounts') => role === name || role === 'all';
  const roles: Role[] = [];
  let operations: Operations | undefined;
  try {
    operations = await startOperations(node);
    // Servers start before the worker, because their addresses may be in use, and a worker that has started can't be
    // closed at once.
    const accounts = hasRole('accounts') ? await startAccounts(node) : undefined;
    if (accounts !== undefined) roles.push(accounts);
    const api = hasRole('api') ? await startApi(node, accounts?.authUrl) : undefined;
    if (api !== undefined) roles.push(api);
    if (hasRole('worker')) {
      const help = 'Maximum number of jobs that this worker runs at the same time';
      node.metrics.add('fun_places', help, () => configuration.places);
      roles.push(await startWorker(node), new Sweeper(node));
    }
    const isNew = accounts !== undefined && (await listPeople(node.database, 1)).length === 0;
    if (api !== undefined) {
      const text = isBuiltIn
        ? welcomeText(api.baseUrl, await firstKey(node.database), isNew, configuration)
        : api.baseUrl;
      process.stdout.write(`${text}\n`);
    } else if (accounts !== undefined) process.stdout.write(`${accounts.authUrl}\n`);
    logOtherOutput(log);
    if (isNew && !isBuiltIn) log.info({ command: inviteCommand }, 'Nobody has signed up yet');
    log.info({ operations: operations.baseUrl }, 'Node started');
    await stopped;
    log.info({}, 'Shutdown started');
    operations.drain();
    exitAfterTimeout(1000 * configuration.drainSeconds + closeMs, log);
  } finally {
    // If one role failed to start, this also stops the others, whose connections would keep the database open.
    await Promise.all(roles.map(async (each) => each.drain()));
    await operations?.close();
    await node.close();
  }
}

/** Ends the process after a while if closing it hangs. Other nodes take over its jobs, as they do for any dead node. */
function exitAfterTimeout(withinMs: number, log: NodeLog): void {
  systemClock.schedule(withinMs, () => {
    log.error({}, 'Shutdown timed out before all jobs and requests ended');
    process.exit(1);
  });
}

/** Resolves at the first signal to stop. A second signal ends the process at once. */
async function stopSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(undefined));
  });
}

const accountName = 'team';
const keyName = 'first';
const command = 'npx node dist/networkServer.cjs';
const inviteCommand = `${command} people invite EMAIL --account ${accountName} --admin`;

/**
 * Creates the first account with a key. Returns `undefined` if the network already has accounts, or if the system's log
 * would keep the key.
 */
async function firstKey(database: Database): Promise<string | undefined> {
  if ((await listAccounts(database, 1)).length > 0) return undefined;
  return database.transaction(async (connection) => {
    const account = await addAccount(connection, { name: accountName, plan: defaultPlan, allowance: null });
    if (isInJournal()) return undefined;
    return addKey(connection, account, { name: keyName, allowed: [] });
  });
}

/** True if the journal of systemd keeps what this process prints. Other processes may inherit the variable. */
function isInJournal(): boolean {
  const { dev, ino } = fstatSync(process.stdout.fd);
  return process.env['JOURNAL_STREAM'] === `${dev}:${ino}`;
}

/** Explains the first steps to a user who started the network without any configuration. */
function welcomeText(
  baseUrl: string,
  key: string | undefined,
  isNew: boolean,
  { dataFolder, store }: Configuration,
): string {
  const picture = path.resolve(import.meta.dirname, '../media/icon.png');
  const [url, files] = [variableOf('databaseUrl'), variableOf('store')];
  const curl = `curl --header 'X-Service-Api-Key: ${key}'`;
  const first = [
    `This key of the account "${accountName}" is shown only once:`,
    `  ${key}`,
    'In VS Code, run "Set Up Network…", and enter the address and the key. Or convert an image here, and download the result by the job’s ID:',
    `  ${curl} --form targetFormat=jpg --form 'file=@${picture}' ${baseUrl}/convert`,
    `  ${curl} --output icon.jpg ${baseUrl}/convert/job/ID/download`,
    'To create another key:',
  ];
  const later = ['Existing accounts and keys are still valid. To create a key:'];
  return [
    `The network runs at ${baseUrl}. Press Ctrl+C to stop it.`,
    '',
    ...(key === undefined ? later : first),
    `  ${command} keys add ${accountName} --name NAME`,
    ...(isNew
      ? ['To sign up as the administrator, open the link that this command prints:', `  ${inviteCommand}`]
      : []),
    '',
    `The network uses a built-in PostgreSQL database in ${path.resolve(dataFolder)} and stores files in ${store}.`,
    `To move to your own database and store, set ${url} and ${files}: see docs/running-a-network.md.`,
    '',
  ].join('\n');
}
