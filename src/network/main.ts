import path from 'node:path';
import { printError } from '../service/faults.ts';
import { parseCommand } from './cli/command.ts';
import { runCommand } from './cli/runCommand.ts';
import { runRoles } from './cli/runRoles.ts';
import { usageOf } from './cli/usage.ts';
import { ConfigurationError } from './configuration/configurationError.ts';

/** The bundle beside this one, whose worker processes convert. */
const conversionScript = path.join(import.meta.dirname, 'localService.cjs');

/** The entry point of every process of the network service: its roles, and the commands. */
async function main(args: readonly string[]): Promise<void> {
  const command = parseCommand(args);
  if (command.help) process.stdout.write(`${usageOf(command.words)}\n`);
  else if (command.words.length > 0) await runCommand(command, process.env);
  else {
    await runRoles(command, process.env, conversionScript);
    // Requests to a store that doesn't answer would hold the process for minutes.
    process.exit();
  }
}

// The reader of the output, such as another program, may end before a node does. That isn't an error of the node.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

main(process.argv.slice(2)).catch((error: unknown) => {
  const isTheirs = error instanceof ConfigurationError;
  printError(isTheirs ? error.message : error);
  process.exit(isTheirs ? 2 : 1);
});
