import { type Account, addAccount } from '../../../src/network/accounts/accounts.ts';
import type { Database } from '../../../src/network/database/database.ts';
import { migrate } from '../../../src/network/database/migrate.ts';

/** An account in a database that is brought to this version first. */
export async function accountWith(
  database: Database,
  facts: Partial<Pick<Account, 'name' | 'plan' | 'allowance'>> = {},
): Promise<Account> {
  await migrate(database);
  return addAccount(database, { name: 'team', plan: 'pro', allowance: null, ...facts });
}
