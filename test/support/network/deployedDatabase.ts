import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { closedPort } from '../http/port.ts';
import { startPostgres } from './postgres.ts';

const password = 'only for these tests';

interface DeployedDatabase {
  /** Returns the database's address for a user, with a password. */
  readonly urlOf: (user: string) => string;
  readonly stop: () => Promise<void>;
}

/** Starts PostgreSQL on a port, with the database and the users that deploy/database.sql creates. */
export async function startDeployedDatabase(): Promise<DeployedDatabase> {
  const port = await closedPort();
  const server = await startPostgres(undefined, ['listen_addresses=127.0.0.1', `port=${port}`]);
  const folder = new URLSearchParams(server.url.split('?')[1]).get('host') ?? '';
  const psql = (user: string, ...args: string[]): void => {
    const server = { PGHOST: folder, PGPORT: String(port), PGUSER: user, PGDATABASE: 'postgres' };
    const names = ['POSTGRES', 'API', 'WORKER', 'ACCOUNTS'].map((name) => [`${name}_PASSWORD`, password]);
    const env = { ...process.env, ...server, ...Object.fromEntries(names) };
    execFileSync('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', ...args], { env });
  };
  try {
    writeFileSync(
      path.join(folder, 'pg_hba.conf'),
      'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
    );
    // The server's superuser has the name of the user that the script creates.
    psql('network', '--command', 'create role postgres superuser login');
    psql('postgres', '--command', 'alter role network rename to initial');
    psql('postgres', '--command', 'select pg_reload_conf()', '--file', 'deploy/database.sql');
  } catch (error) {
    await server.stop();
    throw error;
  }
  const urlOf = (user: string) =>
    `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/network`;
  return { urlOf, stop: () => server.stop() };
}
