import { printError } from '../../service/faults.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { importPlans } from '../accounts/plans.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { Wallet } from '../credits/wallet.ts';
import { Database } from '../database/database.ts';
import { prepareDatabase } from '../database/prepareDatabase.ts';
import { accountCommand } from './accountCommands.ts';
import type { Answer } from './answer.ts';
import { type Command, wordAt } from './command.ts';
import { creditCommand } from './creditCommands.ts';
import { keyCommand } from './keyCommands.ts';
import { planCommand } from './planCommands.ts';

const maxTransactions = 2;

/** Does what a person, or a script, asks for, and writes the answer to standard output. @throws ConfigurationError */
export async function runCommand(command: Command, env: NodeJS.ProcessEnv): Promise<void> {
  const { databaseUrl, plansFile } = readConfiguration(env, command.config);
  const database = new Database({ url: databaseUrl, maxTransactions, onDidFail: printError });
  try {
    const steps = await prepareDatabase(database);
    await importPlans(database, plansFile);
    const answer = await answerTo(command);
    const text = command.json ? JSON.stringify(answer.value) : answer.lines.join('\n');
    if (text !== '') process.stdout.write(`${text}\n`);
    process.exitCode = answer.exitCode ?? 0;

    async function answerTo(command: Command): Promise<Answer> {
      const group = wordAt(command, 0, 'A command');
      switch (group) {
        case 'migrate':
          return {
            value: steps,
            lines: [steps.length === 0 ? 'The database is up to date.' : `Done: ${steps.join(', ')}.`],
          };
        case 'accounts':
          return accountCommand(database, command);
        case 'plans':
          return planCommand(database, command);
        case 'keys':
          return keyCommand(database, command);
        case 'credits':
          return creditCommand(database, new Wallet(), command);
        default:
          throw new ConfigurationError(`There is no command "${group}".`);
      }
    }
  } finally {
    await database.close();
  }
}
