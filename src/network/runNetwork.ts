import path from 'node:path';
import { printError } from '../service/faults.ts';
import { parseCommand, usageOf } from './cli/commandLine.ts';
import { runCommand } from './cli/runCommand.ts';
import { runRoles } from './cli/runRoles.ts';
import { ConfigurationError } from './configuration.ts';
import { type NodeParts, openNode } from './node/nodeParts.ts';

/** The bundle next to this one, whose worker processes convert files. */
const conversionScript = path.join(import.meta.dirname, 'localService.cjs');

/** Runs a node or a command, and sets the exit code. `adapt` lets a test replace parts of the node. */
export async function runNetwork(
  args: readonly string[],
  adapt: (node: NodeParts) => NodeParts = (node) => node,
): Promise<void> {
  // The program that reads the output may end before the node does, which isn't an error of the node.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  try {
    const command = parseCommand(args);
    if (command.help) process.stdout.write(`${usageOf(command.words)}\n`);
    else if (command.words.length > 0) await runCommand(command, process.env);
    else {
      await runRoles(command, process.env, async (configuration, log) =>
        adapt(await openNode(configuration, conversionScript, log)),
      );
      // Exits explicitly, because requests to a store that doesn't answer would keep the process alive for minutes.
      process.exit();
    }
  } catch (error) {
    const isTheirs = error instanceof ConfigurationError;
    printError(isTheirs ? error.message : error);
    process.exit(isTheirs ? 2 : 1);
  }
}
