import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { isRoot } from '../../engines/programs/confinement/sandbox.ts';
import {
  type Configuration,
  type ConnectedConfiguration,
  isConnected,
  ConfigurationError,
} from '../configuration.ts';
import { variableOf } from '../settings.ts';
import { type ServerUser, DataInUse, type PostgresServer, startPostgres } from './postgresServer.ts';

/** A configuration with a running database, and the built-in database server if this process runs it. */
interface Connected {
  readonly configuration: ConnectedConfiguration;
  readonly server?: PostgresServer;
}

/**
 * The user that PostgreSQL runs as when the node is root, because PostgreSQL refuses to run as root. It isn't `nobody`,
 * because engines run as that user.
 */
const userName = 'file-utility-network';
/** The time to wait until another process's database server ends. */
const waitMs = 15_000;
const retryMs = 200;

/**
 * Returns a configuration with a running database. Without `databaseUrl`, starts the built-in database. If `mayShare` is
 * true, uses one that is already running, and creates none.
 * @throws ConfigurationError if the database doesn't exist or can't start
 */
export async function connectDatabase(configuration: Configuration, mayShare: boolean): Promise<Connected> {
  if (isConnected(configuration)) return { configuration };
  const dataFolder = path.resolve(configuration.dataFolder);
  const folder = path.join(dataFolder, 'database');
  const store = configuration.store ?? path.join(dataFolder, 'files');
  const user = serverUser();
  if (mayShare && !existsSync(folder))
    throw new ConfigurationError(
      `There is no network in ${dataFolder}. Set ${variableOf('dataFolder')} or ${variableOf('databaseUrl')} as for the network, or start it first.`,
    );
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      const server = await startPostgres({ folder, user });
      return { configuration: { ...configuration, store, databaseUrl: server.url }, server };
    } catch (error) {
      if (!(error instanceof DataInUse)) throw unusable(`can’t be used: ${reasonOf(error)}`, error);
      const { url } = error;
      if (mayShare && (await answers(url)))
        return { configuration: { ...configuration, store, databaseUrl: url } };
      if (performance.now() > deadline) throw unusable('is in use by another process: stop it first', error);
      await setTimeout(retryMs);
    }
  }

  function unusable(why: string, cause: unknown): ConfigurationError {
    const [data, url] = [variableOf('dataFolder'), variableOf('databaseUrl')];
    return new ConfigurationError(
      `The built-in database in ${dataFolder} ${why}. Set ${data} to another folder, or ${url} to your own database.`,
      { cause },
    );
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Returns the user for the server, whom root creates if there is none. */
function serverUser(): ServerUser {
  if (!isRoot()) return {};
  try {
    return idsOf(userName);
  } catch {
    try {
      run('useradd', '--system', '--user-group', '--no-create-home', userName);
      return idsOf(userName);
    } catch (error) {
      throw new ConfigurationError(
        `PostgreSQL doesn’t run as root, and the user ${userName} can’t be created for it: ${reasonOf(error)}. Run the network as another user, or set ${variableOf('databaseUrl')}.`,
        { cause: error },
      );
    }
  }
}

function idsOf(name: string): ServerUser {
  return { uid: Number(run('id', '-u', name)), gid: Number(run('id', '-g', name)) };
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? error.name) : String(error);
}
