import { accountNamed } from '../accounts/accounts.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';
import { verifyLedger } from '../accounts/verifyLedger.ts';
import type { LedgerWallet } from '../accounts/wallet.ts';
import type { Database } from '../database/database.ts';
import { type CliCommand, wordAt } from './command.ts';
import { wholeNumber } from '../configuration/wholeNumber.ts';
import type { CommandOutput } from './commandOutput.ts';

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
      throw new ConfigurationError(`credits has no action "${action}". Use show, grant, or verify.`);
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
