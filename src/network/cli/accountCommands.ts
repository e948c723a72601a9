import {
  addAccount,
  changeAccount,
  type ListedAccount,
  listAccounts,
  type Account,
  accountNamed,
} from '../accounts/accounts.ts';
import { addKey, listKeys, revokeKey } from '../accounts/keys.ts';
import { checkPlan, defaultPlan, allPlans, loadPlans } from '../accounts/plans.ts';
import { verifyLedger, type LedgerWallet } from '../accounts/wallet.ts';
import { ConfigurationError, wholeNumber, readText } from '../configuration.ts';
import type { Queryable, Database } from '../database/database.ts';
import { table, type CommandOutput, type CliCommand, noAction, wordAt } from './commandLine.ts';

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
      return outputOf([await changeAccount(database, name, { plan, allowance: allowanceOf(command) })]);
    case 'disable':
    case 'enable':
      return outputOf([await changeAccount(database, name, { disabled: action === 'disable' })]);
    default:
      return noAction(command, 'add, set, disable, enable, or list');
  }
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
  const value = accounts.map((each) => ({ ...each, planDefinition: undefined }));
  return { value, lines: table(rows) };
}

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
      return noAction(command, 'load or list');
  }
}

/** Runs `keys add|revoke|list`. @throws ConfigurationError */
export async function keyCommand(database: Database, command: CliCommand): Promise<CommandOutput> {
  const action = wordAt(command, 1, 'The action for keys');
  const account = await accountNamed(database, wordAt(command, 2, 'The name of the account'));
  switch (action) {
    case 'add': {
      if (command.names !== undefined) return addKeys(database, account, command);
      const name = nameOf(command);
      const key = await addKey(database, account, { name, allowed: command.allow });
      return { value: { account: account.name, name, key }, lines: [key] };
    }
    case 'revoke': {
      const name = nameOf(command);
      await revokeKey(database, account, name);
      return { value: { account: account.name, name }, lines: [`The key "${name}" was revoked.`] };
    }
    case 'list': {
      const keys = await listKeys(database, account);
      const rows = keys.map(({ name, allowed, createdAt, usedAt, revokedAt }) => [
        name,
        createdAt.toISOString(),
        allowed.join(' '),
        usedAt === null ? '' : `used ${usedAt.toISOString()}`,
        revokedAt === null ? '' : `revoked ${revokedAt.toISOString()}`,
      ]);
      return { value: keys, lines: table(rows) };
    }
    default:
      return noAction(command, 'add, revoke, or list');
  }
}

/** Adds a key for each name in a file. Adds either all of them or none. */
async function addKeys(
  database: Database,
  account: Account,
  { name, names = '', allow }: CliCommand,
): Promise<CommandOutput> {
  if (name !== undefined) throw new ConfigurationError('Use --name or --names, not both.');
  const lines = readText(names).split('\n');
  const all = lines.map((line) => line.trim()).filter((line) => line !== '');
  if (all.length === 0) throw new ConfigurationError(`The file ${names} contains no names.`);
  const keys = await database.transaction(async (connection) => {
    const added: { name: string; key: string }[] = [];
    for (const each of all)
      added.push({ name: each, key: await addKey(connection, account, { name: each, allowed: allow }) });
    return added;
  });
  return {
    value: keys.map((key) => ({ account: account.name, ...key })),
    lines: table(keys.map((added) => [added.name, added.key])),
  };
}

function nameOf({ name }: CliCommand): string {
  if (!name) throw new ConfigurationError('--name is missing: choose a name that identifies the key.');
  return name;
}

/** Runs `credits show|grant|verify`. @throws ConfigurationError */
export async function creditCommand(
  database: Database,
  wallet: LedgerWallet,
  command: CliCommand,
): Promise<CommandOutput> {
  const action = wordAt(command, 1, 'The action for credits');
  if (action === 'verify') return verify(database);
  const account = await accountNamed(database, wordAt(command, 2, 'The name of the account'));
  switch (action) {
    case 'show':
      break;
    case 'grant': {
      const credits = wholeNumber(wordAt(command, 3, 'The number of credits'), 'credits grant');
      await database.transaction((connection) => wallet.grant(connection, account, credits, command.note));
      break;
    }
    default:
      return noAction(command, 'show, grant, or verify');
  }
  const left = await wallet.left(database, account);
  if (left === undefined) {
    return { value: { charges: false }, lines: [`The plan of ${account.name} doesn’t use credits.`] };
  }
  const renewsAt = new Date(left.renewsAt).toISOString();
  const line = `${left.balance} of ${left.total} credits left, renews at ${renewsAt}`;
  return { value: { charges: true, ...left, renewsAt }, lines: [line] };
}

async function verify(database: Database): Promise<CommandOutput> {
  const check = await verifyLedger(database);
  const { balances, entries, imbalances, wrongRefunds } = check;
  const errors = [
    ...imbalances.map(
      ({ account, window, remaining, sum }) =>
        `${account}, ${window}: ${remaining} left, ${sum} in the ledger`,
    ),
    ...wrongRefunds.map((job) => `The refund of job ${job} differs from its charge.`),
  ];
  const isCorrect = errors.length === 0;
  const line = isCorrect
    ? `The ledger matches the balances: ${entries} entries, ${balances} balances.`
    : `The ledger doesn’t match the balances: ${errors.length} errors in ${entries} entries.`;
  return { value: { isCorrect, ...check }, lines: [...errors, line], exitCode: isCorrect ? 0 : 1 };
}
