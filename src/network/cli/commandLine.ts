import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ConfigurationError } from '../configuration.ts';

const options = {
  help: { type: 'boolean', short: 'h', default: false },
  config: { type: 'string' },
  json: { type: 'boolean', default: false },
  /** The role of a node; absent for a one-time command. */
  role: { type: 'string' },
  account: { type: 'string' },
  admin: { type: 'boolean', default: false },
  plan: { type: 'string' },
  credits: { type: 'string' },
  name: { type: 'string' },
  names: { type: 'string' },
  allow: { type: 'string', multiple: true, default: [] },
  note: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true });

export type CliCommand = Readonly<ReturnType<typeof parse>['values']> & {
  /** The arguments that aren't options: the command, its action, and the names or ids that the action applies to. */
  readonly words: readonly string[];
};

/** Parses a command line. @throws ConfigurationError */
export function parseCommand(args: readonly string[]): CliCommand {
  try {
    const { values, positionals } = parse(args);
    return { ...values, words: positionals };
  } catch (error) {
    // Only the first sentence of Node's message is used, because the rest is advice for developers.
    const sentence = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new ConfigurationError(`${sentence}.`, { cause: error });
  }
}

/** Returns the word at a position of the command. @throws ConfigurationError that names the missing word */
export function wordAt({ words }: CliCommand, index: number, what: string): string {
  const word = words[index];
  if (word === undefined || word === '') throw new ConfigurationError(`${what} is missing.`);
  return word;
}

/** Throws the error for an action that a command doesn't have. */
export function noAction({ words: [group, action] }: CliCommand, actions: string): never {
  throw new ConfigurationError(`${group} has no action "${action}". Use ${actions}.`);
}

/** The output of a command, as a value for programs and as lines for people. */
export interface CommandOutput {
  readonly value: unknown;
  readonly lines: readonly string[];
  /** The exit code; 1 for a failed check. */
  readonly exitCode?: number;
}

/** Formats rows as lines with aligned columns. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Each command, with its explanation. */
const commands = `migrate
    Updates the database to this version. Nodes also do this when they start.
backup FILE
    Writes everything in the database to a file, while the network may run.
restore FILE
    Fills an empty database with a backup.
plans list
plans load FILE
    Writes the plans of a JSON file to the database, for all nodes.
accounts list
accounts add NAME [--plan PLAN] [--credits N]
    Adds an account, by default with the plan "unmetered".
accounts set NAME [--plan PLAN] [--credits N|plan]
    Changes apply from the next credit window, or immediately if the new plan has different windows.
accounts disable NAME
accounts enable NAME
keys list ACCOUNT
keys add ACCOUNT --name NAME [--allow ADDRESS …]
    Creates a key and shows it once. --allow restricts it to addresses and networks.
keys add ACCOUNT --names FILE [--allow ADDRESS …]
    Creates a key for each line of the file, or none if one fails, and shows the names with their keys.
keys revoke ACCOUNT --name NAME
people list
people invite EMAIL --account ACCOUNT [--admin]
    Shows a sign-up link that works once, within 24 hours. --admin invites an administrator.
people uninvite EMAIL
people disable EMAIL
people enable EMAIL
people promote EMAIL
    Makes the person an administrator, until you demote them.
people demote EMAIL
people remove EMAIL
    Ends the person’s sessions and keys. The account keeps its credits and jobs.
audit list [--limit N]
    Shows the latest changes and who made them.
credits show ACCOUNT
credits grant ACCOUNT CREDITS [--note TEXT]
    Adds credits to the current window.
credits verify
    Checks every balance against the ledger.
jobs list [ACCOUNT] [--status STATUS] [--limit N]
    Shows the latest jobs, by default 50.
jobs show ID
jobs cancel ID
    Cancels a job that hasn’t ended, and refunds it.`.split(/\n(?=\S)/);

const nodeUsage = `npm run network
    Starts the network on this computer, with a built-in database unless FUN_DATABASE_URL is set.
npm run network -- --role api|worker|accounts|all [--config FILE]
    Starts a node.
`;

/** Returns the help for a command, for all actions of its group, or for all commands if there is no such group. */
export function usageOf([group = '', action = '']: readonly string[] = []): string {
  const found = [`${group} ${action}`, group]
    .map((name) => commands.filter((each) => `${each.replace('\n', ' ')} `.startsWith(`${name.trim()} `)))
    .find(({ length }) => length > 0);
  const lines = ['npm run network -- COMMAND [--config FILE] [--json]', ...(found ?? commands)];
  return (found ? '' : nodeUsage) + lines.join('\n').replaceAll('\n', '\n  ');
}
