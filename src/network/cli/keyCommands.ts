import { type Account, accountNamed } from '../accounts/accounts.ts';
import { addKey, listKeys, revokeKey } from '../accounts/keys.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { readText } from '../configuration/readText.ts';
import type { Database } from '../database/database.ts';
import { type CommandOutput, table } from './commandOutput.ts';
import { type CliCommand, wordAt } from './command.ts';

/** Runs `keys add|revoke|list`. @throws ConfigurationError */
export async function keyCommand(database: Database, command: CliCommand): Promise<CommandOutput> {
  const action = wordAt(command, 1, 'The action for keys');
  const account = await accountNamed(database, wordAt(command, 2, 'The name of the account'));
  switch (action) {
    case 'add': {
      if (command.names !== undefined) return addKeys(database, account, command);
      const name = nameOf(command);
      const key = await addKey(database, account, { name, allowed: command.allow });
      return { value: { account: account.name, name, key }, lines: [key] };
    }
    case 'revoke': {
      const name = nameOf(command);
      await revokeKey(database, account, name);
      return { value: { account: account.name, name }, lines: [`The key "${name}" was revoked.`] };
    }
    case 'list': {
      const keys = await listKeys(database, account);
      const rows = keys.map(({ name, allowed, createdAt, usedAt, revokedAt }) => [
        name,
        createdAt.toISOString(),
        allowed.join(' '),
        usedAt === null ? '' : `used ${usedAt.toISOString()}`,
        revokedAt === null ? '' : `revoked ${revokedAt.toISOString()}`,
      ]);
      return { value: keys, lines: table(rows) };
    }
    default:
      throw new ConfigurationError(`keys has no action "${action}". Use add, revoke, or list.`);
  }
}

/** Adds a key for each name in a file. Adds either all of them or none. */
async function addKeys(
  database: Database,
  account: Account,
  { name, names = '', allow }: CliCommand,
): Promise<CommandOutput> {
  if (name !== undefined) throw new ConfigurationError('Use --name or --names, not both.');
  const lines = readText(names).split('\n');
  const all = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (all.length === 0) throw new ConfigurationError(`The file ${names} contains no names.`);
  const keys = await database.transaction(async (connection) => {
    const added: { name: string; key: string }[] = [];
    for (const each of all)
      added.push({ name: each, key: await addKey(connection, account, { name: each, allowed: allow }) });
    return added;
  });
  return {
    value: keys.map((key) => ({ account: account.name, ...key })),
    lines: table(keys.map((added) => [added.name, added.key])),
  };
}

function nameOf({ name }: CliCommand): string {
  if (!name) throw new ConfigurationError('--name is missing: choose a name that identifies the key.');
  return name;
}
