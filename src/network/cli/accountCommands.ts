import {
  type Account,
  type AccountChange,
  addAccount,
  changeAccount,
  listAccounts,
} from '../accounts/accounts.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { checkPlan } from '../accounts/plans.ts';
import type { Queryable } from '../database/database.ts';
import { type Answer, table } from './answer.ts';
import { type Command, wholeNumber, wordAt } from './command.ts';

const defaultPlan = 'unmetered';
/** What `--credits` takes to have those of the plan again. */
const ofThePlan = 'plan';

/** `accounts add|set|disable|enable|list`. @throws ConfigurationError */
export async function accountCommand(database: Queryable, command: Command): Promise<Answer> {
  const action = wordAt(command, 1, 'What to do with accounts');
  if (action === 'list') return answer(await listAccounts(database));
  const name = wordAt(command, 2, 'The name of the account');
  const { plan } = command;
  if (plan !== undefined) await checkPlan(database, plan);
  switch (action) {
    case 'add':
      return answer([
        await addAccount(database, {
          name,
          plan: plan ?? defaultPlan,
          allowance: allowanceOf(command) ?? null,
        }),
      ]);
    case 'set':
      return answer([await changeAccount(database, name, changeOf(command))]);
    case 'disable':
    case 'enable':
      return answer([await changeAccount(database, name, { disabled: action === 'disable' })]);
    default:
      throw new ConfigurationError(`accounts takes add, set, disable, enable or list, not "${action}".`);
  }
}

function changeOf(command: Command): AccountChange {
  const { plan } = command;
  const allowance = allowanceOf(command);
  return { ...(plan === undefined ? {} : { plan }), ...(allowance === undefined ? {} : { allowance }) };
}

function allowanceOf({ credits }: Command): number | null | undefined {
  if (credits === undefined) return undefined;
  return credits === ofThePlan ? null : wholeNumber(credits, '--credits');
}

function answer(accounts: readonly Account[]): Answer {
  const rows = accounts.map(({ name, plan, allowance, disabled }) => [
    name,
    plan,
    allowance === null ? '' : `${allowance} credits`,
    disabled ? 'disabled' : '',
  ]);
  const value = accounts.map(({ id, name, plan, allowance, disabled }) => ({
    id,
    name,
    plan,
    allowance,
    disabled,
  }));
  return { value, lines: table(rows) };
}
