import { accounts } from './0001-accounts.ts';
import { jobs } from './0002-jobs.ts';
import { oldestJob } from './0003-oldest-job.ts';
import { rests } from './0004-rests.ts';
import { leases } from './0005-leases.ts';
import { plans } from './0006-plans.ts';
import { lastUse } from './0009-last-use.ts';
import { programs } from './0008-programs.ts';
import { uncountedAttempts } from './0007-uncounted-attempts.ts';
import { dueJobs } from './0010-due-jobs.ts';
import { submissions } from './0011-submissions.ts';
import { people } from './0012-people.ts';
import { provider } from './0013-provider.ts';
import { appendOnly } from './0014-append-only.ts';
import { tools } from './0015-tools.ts';
import { keyOwners } from './0016-key-owners.ts';
import { uploads } from './0017-uploads.ts';
import { usage } from './0018-usage.ts';
import { epochs } from './0019-epochs.ts';
import { inviters } from './0020-inviters.ts';
import { subjects } from './0021-subjects.ts';

/** One step of a schema update. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** True if nodes of the previous version can't use the updated schema. */
  readonly isBreaking?: true;
}

/** All steps, in order. Never change a step that has been released. */
export const migrations: readonly Migration[] = [
  { name: '0001-accounts', sql: accounts },
  { name: '0002-jobs', sql: jobs },
  { name: '0003-oldest-job', sql: oldestJob },
  { name: '0004-rests', sql: rests },
  { name: '0005-leases', sql: leases },
  { name: '0006-plans', sql: plans },
  { name: '0007-uncounted-attempts', sql: uncountedAttempts },
  { name: '0008-programs', sql: programs },
  { name: '0009-last-use', sql: lastUse },
  { name: '0010-due-jobs', sql: dueJobs, isBreaking: true },
  { name: '0011-submissions', sql: submissions },
  { name: '0012-people', sql: people },
  { name: '0013-provider', sql: provider },
  { name: '0014-append-only', sql: appendOnly },
  { name: '0015-tools', sql: tools },
  { name: '0016-key-owners', sql: keyOwners },
  { name: '0017-uploads', sql: uploads },
  { name: '0018-usage', sql: usage },
  { name: '0019-epochs', sql: epochs },
  { name: '0020-inviters', sql: inviters },
  { name: '0021-subjects', sql: subjects },
];
