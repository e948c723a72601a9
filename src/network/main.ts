import path from 'node:path';
import { printError } from '../service/faults.ts';
import { parseCommand } from './cli/command.ts';
import { runCommand } from './cli/runCommand.ts';
import { runRoles } from './cli/runRoles.ts';
import { usage } from './cli/usage.ts';
import { ConfigurationError } from './configuration/configurationError.ts';

/** The bundle beside this one, whose worker processes convert. */
const conversionScript = path.join(import.meta.dirname, 'localService.cjs');

/** The entry of every process of the network service: its roles, and the commands of whoever runs it. */
async function main(args: readonly string[]): Promise<void> {
  const command = parseCommand(args);
  if (command.role !== undefined) {
    await runRoles(command, process.env, conversionScript);
    // What a store was asked for that does not answer would hold the process for minutes.
    process.exit();
  }
  if (command.words.length === 0) throw new ConfigurationError(`A command is missing.\n\n${usage}`);
  await runCommand(command, process.env);
}

// Whoever reads what is printed, such as a pipe to another program, may go away before a node does, which is no fault of its own.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

main(process.argv.slice(2)).catch((error: unknown) => {
  const isTheirs = error instanceof ConfigurationError;
  printError(isTheirs ? error.message : error);
  process.exit(isTheirs ? 2 : 1);
});
