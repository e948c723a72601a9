import { accountNamed } from '../accounts/accounts.ts';
import { type Configuration, ConfigurationError, wholeNumber } from '../configuration.ts';
import type { Database } from '../database/database.ts';
import { listAudit } from '../identity/reports.ts';
import { checkEmail, invite, linkAddress, listPeople, changePerson, uninvite } from '../identity/people.ts';
import { savedAuthUrl } from '../identity/sharedValues.ts';
import { type CommandOutput, table, type CliCommand, noAction, wordAt } from './commandLine.ts';

/** Runs `people` with one of its actions. @throws ConfigurationError */
export async function peopleCommand(
  database: Database,
  command: CliCommand,
  configuration: Configuration,
): Promise<CommandOutput> {
  const action = wordAt(command, 1, 'The action for people');
  if (action === 'list') {
    const people = await listPeople(database);
    const rows = people.map(({ email, accountName, isAdmin, disabled }) => [
      email,
      accountName,
      isAdmin ? 'administrator' : '',
      disabled ? 'disabled' : '',
    ]);
    return { value: people, lines: table(rows) };
  }
  const email = checkEmail(wordAt(command, 2, 'The email address'));
  switch (action) {
    case 'invite': {
      const { account: name, admin: isAdmin } = command;
      if (name === undefined)
        throw new ConfigurationError(
          '--account is missing: set the account that pays for the person’s jobs.',
        );
      const { id: account } = await accountNamed(database, name);
      const token = await database.transaction((connection) =>
        invite(connection, { email, account, isAdmin }),
      );
      const link = linkAddress(await savedAuthUrl(database, configuration), 'invitation', token);
      return { value: { email, link }, lines: [link] };
    }
    case 'uninvite': {
      if ((await uninvite(database, email)) === 0)
        throw new ConfigurationError(`There is no invitation for ${email}.`);
      return { value: { email }, lines: [`The invitation of ${email} no longer works.`] };
    }
    case 'disable':
    case 'enable':
    case 'promote':
    case 'demote':
    case 'remove': {
      const change = await database.transaction((connection) => changePerson(connection, email, action));
      return { value: { email, change }, lines: [`${email} ${change}.`] };
    }
    default:
      return noAction(command, 'list, invite, uninvite, disable, enable, promote, demote, or remove');
  }
}

/** Runs `audit list`. @throws ConfigurationError */
export async function auditCommand(database: Database, command: CliCommand): Promise<CommandOutput> {
  const action = wordAt(command, 1, 'The action for the audit log');
  if (action !== 'list') return noAction(command, 'list');
  const entries = await listAudit(database, wholeNumber(command.limit ?? '50', '--limit'));
  const rows = entries.map(({ at, actor, action: change, subject, detail }) => [
    at.toISOString(),
    actor,
    change,
    subject,
    detail === null ? '' : JSON.stringify(detail),
  ]);
  return { value: entries, lines: table(rows) };
}
