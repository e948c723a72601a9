import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { runFolder } from '../run/runFolder.ts';
import { postgresFolder } from '../systemPackages.ts';
import { makeFolder, ordinaryUser } from './ordinaryUser.ts';

/** A real PostgreSQL of the tests' own, which listens on a socket in the folder of the run alone. */
export interface Postgres {
  /** The address of its first database; that of another differs in its last word. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const user = 'network';
/** The data is discarded after the run; a test of power loss has its own server. */
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=600'];

/** Makes a cluster and starts it, as an ordinary user: PostgreSQL refuses to be root's. */
export async function startPostgres(): Promise<Postgres> {
  const folder = path.join(runFolder(), `postgres-${randomBytes(3).toString('hex')}`);
  const [data, sockets] = [path.join(folder, 'data'), path.join(folder, 'sockets')];
  for (const each of [folder, data, sockets]) makeFolder(each);
  const programs = postgresFolder();
  const settings = ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  await promisify(execFile)(path.join(programs, 'initdb'), settings, { ...ordinaryUser, cwd: folder });
  const server = spawn(
    path.join(programs, 'postgres'),
    ['-D', data, '-k', sockets, '-h', '', ...quick.flatMap((each) => ['-c', each])],
    { ...ordinaryUser, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(server, 'exit');
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes('ready to accept connections')) break;
  }
  if (server.exitCode !== null) throw new Error('PostgreSQL did not start.');
  server.stderr.resume();
  return {
    url: `postgres://${user}@/postgres?host=${encodeURIComponent(sockets)}`,
    stop: async () => {
      server.kill('SIGINT');
      await ended;
    },
  };
}
