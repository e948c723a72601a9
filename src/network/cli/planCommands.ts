import { allPlans, loadPlans } from '../accounts/plans.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import type { Queryable } from '../database/database.ts';
import { type CommandOutput, table } from './commandOutput.ts';
import { type CliCommand, wordAt } from './command.ts';

/** Runs `plans load|list`. @throws ConfigurationError */
export async function planCommand(database: Queryable, command: CliCommand): Promise<CommandOutput> {
  const action = wordAt(command, 1, 'The action for plans');
  switch (action) {
    case 'load': {
      const file = wordAt(command, 2, 'The path of a JSON file with plans');
      const ids = await loadPlans(database, file);
      return { value: ids, lines: [`Loaded plans: ${ids.join(', ')}.`] };
    }
    case 'list': {
      const plans = [...(await allPlans(database)).values()];
      const rows = plans.map(({ id, name, limits: { maxParallelJobs, maxQueuedJobs, credits } }) => [
        id,
        name,
        `${maxParallelJobs} parallel jobs, ${maxQueuedJobs} queued jobs`,
        credits === undefined ? 'no credits' : `${credits.amount} credits per ${credits.window}`,
      ]);
      return { value: plans, lines: table(rows) };
    }
    default:
      throw new ConfigurationError(`plans has no action "${action}". Use load or list.`);
  }
}
