import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type PostgresServer, startPostgres as start } from '../../../src/network/builtIn/postgresServer.ts';
import { runFolder } from '../run/runFolder.ts';
import { postgresFolder } from '../systemPackages.ts';
import { ordinaryUser } from './ordinaryUser.ts';

/** The data is discarded after the run; a test of power loss has its own server. */
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=600'];

/**
 * Starts Debian's PostgreSQL, which is the oldest supported version, on a socket in the folder of the run. The tests of the
 * built-in database run the newest.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = path.join(runFolder(), `postgres-${randomBytes(3).toString('hex')}`);
  return start({ folder, user: ordinaryUser, programs: postgresFolder(), settings: quick });
}
