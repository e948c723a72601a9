import { printError } from '../../service/faults.ts';
import { connectDatabase } from '../database/builtInDatabase.ts';
import { type Configuration, readConfiguration, ConfigurationError } from '../configuration.ts';
import { importPlans } from '../accounts/plans.ts';
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
  if (run === undefined && group !== 'migrate')
    throw new ConfigurationError(`There is no command "${group}".\n\n${usageOf()}`);
  const { configuration, server } = await connectDatabase(readConfiguration(env, command.config), true);
  const { databaseUrl, plansFile } = configuration;
  const database = new Database({ url: databaseUrl, maxTransactions, onDidFail: printError });
  try {
    const steps = await prepareDatabase(database);
    await importPlans(database, plansFile);
    const answer = (await run?.(database, command, configuration)) ?? migrated(steps);
    const text = command.json ? JSON.stringify(answer.value) : answer.lines.join('\n');
    if (text !== '') process.stdout.write(`${text}\n`);
    process.exitCode = answer.exitCode ?? 0;
  } finally {
    await database.close();
    await server?.stop();
  }
}

function migrated(steps: readonly string[]): CommandOutput {
  return {
    value: steps,
    lines: [steps.length === 0 ? 'The database is up to date.' : `Applied migrations: ${steps.join(', ')}.`],
  };
}
