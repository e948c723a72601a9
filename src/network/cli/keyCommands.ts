import { accountNamed } from '../accounts/accounts.ts';
import { addKey, listKeys, revokeKey } from '../accounts/keys.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import type { Queryable } from '../database/database.ts';
import { type Answer, table } from './answer.ts';
import { type Command, wordAt } from './command.ts';

/** `keys add|revoke|list`. @throws ConfigurationError */
export async function keyCommand(database: Queryable, command: Command): Promise<Answer> {
  const action = wordAt(command, 1, 'What to do with keys');
  const account = await accountNamed(database, wordAt(command, 2, 'The name of the account'));
  switch (action) {
    case 'add': {
      const name = nameOf(command);
      const key = await addKey(database, account, { name, allowed: command.allow });
      return { value: { account: account.name, name, key }, lines: [key] };
    }
    case 'revoke': {
      const name = nameOf(command);
      await revokeKey(database, account, name);
      return { value: { account: account.name, name }, lines: [`The key "${name}" is revoked.`] };
    }
    case 'list': {
      const keys = await listKeys(database, account);
      const rows = keys.map(({ name, allowed, createdAt, revokedAt }) => [
        name,
        createdAt.toISOString(),
        allowed.join(' '),
        revokedAt === null ? '' : `revoked ${revokedAt.toISOString()}`,
      ]);
      return { value: keys, lines: table(rows) };
    }
    default:
      throw new ConfigurationError(`keys takes add, revoke or list, not "${action}".`);
  }
}

function nameOf({ name }: Command): string {
  if (!name) throw new ConfigurationError('--name is missing: what the key is known by once it was shown.');
  return name;
}
