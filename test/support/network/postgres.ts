import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type PostgresServer, startPostgres as start } from '../../../src/network/database/postgresServer.ts';
import { runFolder } from '../run/runFolder.ts';
import { ordinaryUser } from './ordinaryUser.ts';

/** Faster settings, because the data is discarded after the run. A test of power loss has its own server. */
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=600'];

/**
 * Starts the PostgreSQL of `npm run network`, or another version if its `programs` are given, on a socket in the run's
 * folder. `settings` are further settings of the server.
 */
export async function startPostgres(
  programs?: string,
  settings: readonly string[] = [],
): Promise<PostgresServer> {
  const folder = path.join(runFolder(), `postgres-${randomBytes(3).toString('hex')}`);
  return start({
    folder,
    user: ordinaryUser,
    ...(programs && { programs }),
    settings: [...quick, ...settings],
  });
}
