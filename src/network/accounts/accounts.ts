import { type Queryable, sqlState, uniqueViolation } from '../database/database.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { planColumn, type PlanReference } from './plans.ts';

/** Who pays and is limited: a person, a team or a build farm, with as many keys as it wants. */
export interface Account extends PlanReference {
  readonly id: string;
  readonly name: string;
  /** Credits of a window in place of the plan's; `null` for those. */
  readonly allowance: number | null;
  readonly disabled: boolean;
}

/** What of an account can be changed. */
export type AccountChange = Partial<Pick<Account, 'plan' | 'allowance' | 'disabled'>>;

const columns = `id, name, plan, ${planColumn}, allowance, disabled_at is not null as disabled`;

/** @throws ConfigurationError for a name that is taken */
export async function addAccount(
  database: Queryable,
  { name, plan, allowance }: Pick<Account, 'name' | 'plan' | 'allowance'>,
): Promise<Account> {
  try {
    return await one(
      database,
      name,
      `insert into network.accounts (name, plan, allowance) values ($1, $2, $3) returning ${columns}`,
      [name, plan, allowance],
    );
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error;
    throw new ConfigurationError(`There is an account "${name}" already.`, { cause: error });
  }
}

/** @throws ConfigurationError for a name that no account has */
export async function accountNamed(database: Queryable, name: string): Promise<Account> {
  return one(database, name, `select ${columns} from network.accounts where name = $1`, [name]);
}

/** Changes what is given and leaves the rest. @throws ConfigurationError for a name that no account has */
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

/** All of them, by name. */
export async function listAccounts(database: Queryable): Promise<Account[]> {
  return (await database.query<Account>(`select ${columns} from network.accounts order by name`)).rows;
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
