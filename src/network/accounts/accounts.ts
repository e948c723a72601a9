import { type Queryable, sqlState, uniqueViolation } from '../database/database.ts';
import { ConfigurationError } from '../configuration.ts';
import { planColumn, type PlanReference } from './plans.ts';

/**
 * An account pays for jobs, and has a plan with limits. It belongs to a person, a team, or a build farm, and can have
 * any number of keys.
 */
export interface Account extends PlanReference {
  readonly id: string;
  readonly name: string;
  /** The credits per window that replace those of the plan; `null` for the plan's credits. */
  readonly allowance: number | null;
  readonly disabled: boolean;
}

/** The properties of an account that can be changed. */
type AccountChange = { readonly [Name in 'plan' | 'allowance' | 'disabled']?: Account[Name] | undefined };

const columns = `id, name, plan, ${planColumn}, allowance, disabled_at is not null as disabled`;

const maxNameLength = 254;

/** Checks the name of an account or a key. @throws ConfigurationError */
export function checkName(name: string): string {
  if (name !== '' && name.length <= maxNameLength && !/\p{C}/u.test(name)) return name;
  throw new ConfigurationError(
    `A name must have 1 to ${maxNameLength} characters, and no control or invisible characters.`,
  );
}

/** Adds an account. @throws ConfigurationError if the name is invalid or exists already */
export async function addAccount(
  database: Queryable,
  { name, plan, allowance }: Pick<Account, 'name' | 'plan' | 'allowance'>,
): Promise<Account> {
  try {
    return await one(
      database,
      name,
      `insert into network.accounts (name, plan, allowance) values ($1, $2, $3) returning ${columns}`,
      [checkName(name), plan, allowance],
    );
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error;
    throw new ConfigurationError(`The account "${name}" already exists.`, { cause: error });
  }
}

/** Finds an account by name. @throws ConfigurationError for an unknown name */
export async function accountNamed(database: Queryable, name: string): Promise<Account> {
  return one(database, name, `select ${columns} from network.accounts where name = $1`, [name]);
}

/** Changes only the given properties of an account. @throws ConfigurationError for an unknown name */
export async function changeAccount(
  database: Queryable,
  name: string,
  { plan, allowance, disabled }: AccountChange,
): Promise<Account> {
  return one(
    database,
    name,
    `update network.accounts set
       plan = coalesce($2, plan),
       allowance = case when $3 then $4 else allowance end,
       disabled_at = case when $5::boolean is null then disabled_at when $5 then coalesce(disabled_at, now()) end
     where name = $1 returning ${columns}`,
    [name, plan, allowance !== undefined, allowance ?? null, disabled ?? null],
  );
}

/** An account with the time of the last use of any of its keys, to the minute. */
export interface ListedAccount extends Account {
  readonly usedAt: Date | null;
}

/** Returns all accounts, or the first of them, sorted by name. */
export async function listAccounts(database: Queryable, limit?: number): Promise<ListedAccount[]> {
  const sql = `select ${columns}, (select max(used_at) from network.keys where account = accounts.id) as "usedAt"
    from network.accounts order by name limit $1`;
  return (await database.query<ListedAccount>(sql, [limit])).rows;
}

async function one(
  database: Queryable,
  name: string,
  sql: string,
  values: readonly unknown[],
): Promise<Account> {
  const [account] = (await database.query<Account>(sql, [...values])).rows;
  if (account !== undefined) return account;
  throw new ConfigurationError(`There is no account "${name}".`);
}
