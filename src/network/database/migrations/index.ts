import { accounts } from './0001-accounts.ts';
import { jobs } from './0002-jobs.ts';
import { oldestJob } from './0003-oldest-job.ts';
import { rests } from './0004-rests.ts';
import { leases } from './0005-leases.ts';

/** A step of the schema. It leaves alone what nodes of the version before it still use. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Every step, in order; one that has been released is never changed. */
export const migrations: readonly Migration[] = [
  { name: '0001-accounts', sql: accounts },
  { name: '0002-jobs', sql: jobs },
  { name: '0003-oldest-job', sql: oldestJob },
  { name: '0004-rests', sql: rests },
  { name: '0005-leases', sql: leases },
];
