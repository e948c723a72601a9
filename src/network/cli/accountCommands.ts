import {
  type AccountChange,
  addAccount,
  changeAccount,
  type ListedAccount,
  listAccounts,
} from '../accounts/accounts.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { checkPlan, defaultPlan } from '../accounts/plans.ts';
import type { Queryable } from '../database/database.ts';
import { table, type CommandOutput } from './commandOutput.ts';
import { type CliCommand, wordAt } from './command.ts';
import { wholeNumber } from '../configuration/wholeNumber.ts';

/** The value of `--credits` that restores the plan's credits. */
const planCredits = 'plan';

/** Runs `accounts add|set|disable|enable|list`. @throws ConfigurationError */
export async function accountCommand(database: Queryable, command: CliCommand): Promise<CommandOutput> {
  const action = wordAt(command, 1, 'The action for accounts');
  if (action === 'list') return outputOf(await listAccounts(database));
  const name = wordAt(command, 2, 'The name of the account');
  const { plan } = command;
  if (plan !== undefined) await checkPlan(database, plan);
  switch (action) {
    case 'add':
      return outputOf([
        await addAccount(database, {
          name,
          plan: plan ?? defaultPlan,
          allowance: allowanceOf(command) ?? null,
        }),
      ]);
    case 'set':
      return outputOf([await changeAccount(database, name, changeOf(command))]);
    case 'disable':
    case 'enable':
      return outputOf([await changeAccount(database, name, { disabled: action === 'disable' })]);
    default:
      throw new ConfigurationError(
        `accounts has no action "${action}". Use add, set, disable, enable, or list.`,
      );
  }
}

function changeOf(command: CliCommand): AccountChange {
  const { plan } = command;
  const allowance = allowanceOf(command);
  return { ...(plan === undefined ? {} : { plan }), ...(allowance === undefined ? {} : { allowance }) };
}

function allowanceOf({ credits }: CliCommand): number | null | undefined {
  if (credits === undefined) return undefined;
  return credits === planCredits ? null : wholeNumber(credits, '--credits');
}

function outputOf(
  accounts: readonly (Omit<ListedAccount, 'usedAt'> & Partial<ListedAccount>)[],
): CommandOutput {
  const rows = accounts.map(({ name, plan, allowance, disabled, usedAt }) => [
    name,
    plan,
    allowance === null ? '' : `${allowance} credits`,
    disabled ? 'disabled' : '',
    usedAt ? `used ${usedAt.toISOString()}` : '',
  ]);
  const value = accounts.map(({ id, name, plan, allowance, disabled, usedAt }) => ({
    id,
    name,
    plan,
    allowance,
    disabled,
    usedAt,
  }));
  return { value, lines: table(rows) };
}
