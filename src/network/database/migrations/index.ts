import { accountsAndJobs } from './accountsAndJobs.ts';
import { people } from './people.ts';

/** One step of a schema update. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** True if nodes of the previous version can't use the updated schema. */
  readonly isBreaking?: true;
}

/** All steps, in order. Never change a step that has been released. */
export const migrations: readonly Migration[] = Object.entries({ ...accountsAndJobs, ...people }).map(
  ([name, sql]) => ({ name, sql, ...(name === '0010-due-jobs' && { isBreaking: true }) }),
);
