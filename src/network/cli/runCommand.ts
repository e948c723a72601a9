import { printError } from '../../service/faults.ts';
import { connectDatabase } from '../database/builtInDatabase.ts';
import { backUp, checkBackup, restore } from '../database/backup.ts';
import {
  type Configuration,
  type ConnectedConfiguration,
  readConfiguration,
  ConfigurationError,
} from '../configuration.ts';
import { LedgerWallet } from '../accounts/wallet.ts';
import { Database } from '../database/database.ts';
import { prepareDatabase } from '../database/migrate.ts';
import { accountCommand, creditCommand, keyCommand, planCommand } from './accountCommands.ts';
import { type CliCommand, wordAt, type CommandOutput, usageOf } from './commandLine.ts';
import { auditCommand, peopleCommand } from './peopleCommands.ts';
import { jobCommand } from './jobCommands.ts';

const maxTransactions = 2;

type Run = (database: Database, command: CliCommand, configuration: Configuration) => Promise<CommandOutput>;

const commands: ReadonlyMap<string, Run> = new Map<string, Run>([
  ['accounts', accountCommand],
  ['plans', planCommand],
  ['keys', keyCommand],
  ['credits', (database, command) => creditCommand(database, new LedgerWallet(), command)],
  ['jobs', jobCommand],
  ['people', peopleCommand],
  ['audit', auditCommand],
]);

/** Runs a command from a person or a script, and writes its output to standard output. @throws ConfigurationError */
export async function runCommand(command: CliCommand, env: NodeJS.ProcessEnv): Promise<void> {
  const group = wordAt(command, 0, 'A command');
  const run = commands.get(group);
  if (run === undefined && !['migrate', 'backup', 'restore'].includes(group))
    throw new ConfigurationError(`There is no command "${group}".\n\n${usageOf()}`);
  const given = readConfiguration(env, command.config);
  const file = run === undefined && group !== 'migrate' ? wordAt(command, 1, 'The path of the file') : '';
  const header = group === 'restore' ? await checkBackup(file) : undefined;
  const { configuration, server } = await connectDatabase(given, header === undefined);
  const { databaseUrl: url } = configuration;
  try {
    let answer: CommandOutput;
    if (header) answer = saved('Restored', await restore(url, file, header), file);
    else if (group === 'backup') answer = saved('Backed up', await backUp(url, file), file);
    else answer = await runPrepared(run, command, configuration);
    const text = command.json ? JSON.stringify(answer.value) : answer.lines.join('\n');
    if (text !== '') process.stdout.write(`${text}\n`);
    process.exitCode = answer.exitCode ?? 0;
  } finally {
    await server?.stop();
  }
}

/** Runs a command on a database with the schema of this version. Without one, only updates the schema. */
async function runPrepared(
  run: Run | undefined,
  command: CliCommand,
  configuration: ConnectedConfiguration,
): Promise<CommandOutput> {
  const { databaseUrl: url } = configuration;
  const database = new Database({ url, maxTransactions, onDidFail: printError });
  try {
    const steps = await prepareDatabase(database);
    const applied = `Applied migrations: ${steps.join(', ')}.`;
    const lines = [steps.length === 0 ? 'The database is up to date.' : applied];
    return (await run?.(database, command, configuration)) ?? { value: steps, lines };
  } finally {
    await database.close();
  }
}

function saved(what: string, rows: number, file: string): CommandOutput {
  return { value: { rows, file }, lines: [`${what} ${rows} rows: ${file}`] };
}
