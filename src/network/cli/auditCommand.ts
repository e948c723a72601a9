import { ConfigurationError } from '../configuration/configurationError.ts';
import type { Database } from '../database/database.ts';
import { listAudit } from '../identity/auditLog.ts';
import { table, type CommandOutput } from './commandOutput.ts';
import { type CliCommand, wordAt } from './command.ts';
import { wholeNumber } from '../configuration/wholeNumber.ts';

/** Runs `audit list`. @throws ConfigurationError */
export async function auditCommand(database: Database, command: CliCommand): Promise<CommandOutput> {
  const action = wordAt(command, 1, 'The action for the audit log');
  if (action !== 'list') throw new ConfigurationError(`audit has no action "${action}". Use list.`);
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
