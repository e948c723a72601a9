import type { Queryable } from './database.ts';

/**
 * What the database's users for single roles may do. Nobody has to use them: the owner of the database may do everything.
 * The audit log is written by triggers with the owner's rights.
 */
const grants = {
  network_api: [
    'select on network.migrations, network.accounts, network.plans, network.keys, network.workers',
    'select (id, disabled_at) on network.people',
    'select, insert on network.jobs, network.balances, network.ledger',
    'select, insert, update on network.submissions, network.uploads, network.request_windows',
    'update (waiting, in_flight) on network.accounts',
    'update (used_at) on network.keys',
    'update (remaining) on network.balances',
    'update (due_at) on network.jobs',
  ],
  network_worker: [
    'select on network.migrations, network.accounts, network.plans, network.balances',
    'select, insert on network.ledger',
    'select, insert, update, delete on network.workers, network.leases',
    'select, delete on network.jobs, network.uploads',
    'update (waiting, in_flight, rest_seconds, rests_until, slowed_until) on network.accounts',
    'update (remaining) on network.balances',
    'update (status, attempt, uncounted, worker, due_at, ended_at, work, output_bytes, output_file_name, fault, retained) on network.jobs',
    // It deletes what has expired.
    'delete on network.submissions, network.request_windows, network.sessions, network.links, network.provider',
    'select (accepted_at) on network.submissions',
    'select (created_at, used_at) on network.sessions',
    ...['request_windows', 'links', 'provider'].map((table) => `select (ends_at) on network.${table}`),
  ],
  network_accounts: [
    'select on network.migrations, network.plans, network.jobs, network.workers, network.usage, network.audit',
    'select, insert on network.ledger',
    'select, insert, update on network.accounts, network.keys, network.people, network.balances, network.secrets, network.request_windows',
    'select, insert, update, delete on network.sessions, network.links, network.provider',
  ],
} as const;
type RoleName = keyof typeof grants;

/** Lets the users of this list that exist do what their role needs, and nothing else. */
export async function grantRoles(connection: Queryable): Promise<void> {
  // Users could otherwise make a trigger of their own from one that writes the audit log with the owner's rights.
  await connection.query('revoke execute on all functions in schema network from public');
  const sql = 'select rolname as name from pg_roles where rolname = any ($1)';
  const { rows } = await connection.query<{ name: RoleName }>(sql, [Object.keys(grants)]);
  for (const { name } of rows) {
    await connection.query(`revoke all on all tables in schema network from ${name}`);
    await connection.query(`grant usage on schema network to ${name}`);
    for (const each of grants[name]) await connection.query(`grant ${each} to ${name}`);
  }
}
