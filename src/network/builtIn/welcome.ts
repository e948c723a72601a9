import path from 'node:path';
import { addLink, linkAddress } from '../identity/links.ts';
import { listPeople } from '../identity/people.ts';
import { addAccount, listAccounts } from '../accounts/accounts.ts';
import { addKey } from '../accounts/keys.ts';
import { defaultPlan } from '../accounts/plans.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { variableOf } from '../configuration/settings.ts';
import type { Database } from '../database/database.ts';

const accountName = 'team';
const keyName = 'first';

/** The credentials for a new network. */
interface FirstAccess {
  /** The key of the first account; `undefined` if the network already had accounts. */
  readonly key: string | undefined;
  /** The invitation link for the first administrator; `undefined` once somebody has signed up. */
  readonly invitation: string | undefined;
}

/** Creates the first account with a key, and an invitation for its first administrator. */
export async function firstAccess(database: Database, authUrl = ''): Promise<FirstAccess> {
  const key = await firstKey(database);
  const account = (await listAccounts(database)).find(({ name }) => name === accountName);
  if (account === undefined || (await listPeople(database)).length > 0) return { key, invitation: undefined };
  const token = await addLink(database, 'invitation', { email: '', account: account.id, isAdmin: true });
  return { key, invitation: linkAddress(authUrl, 'invitation', token) };
}

async function firstKey(database: Database): Promise<string | undefined> {
  if ((await listAccounts(database)).length > 0) return undefined;
  return database.transaction(async (connection) => {
    const account = await addAccount(connection, { name: accountName, plan: defaultPlan, allowance: null });
    return addKey(connection, account, { name: keyName, allowed: [] });
  });
}

/** Explains the first steps to a user who started the network without any configuration. */
export function welcomeText(
  baseUrl: string,
  { key, invitation }: FirstAccess,
  { dataFolder, store }: Configuration,
): string {
  const picture = path.resolve(import.meta.dirname, '../media/icon.png');
  const [url, files] = [variableOf('databaseUrl'), variableOf('store')];
  const curl = `curl --header 'X-Service-Api-Key: ${key}'`;
  const first = [
    `This key of the account "${accountName}" is shown only once:`,
    `  ${key}`,
    'In VS Code, run "Set Up Network…", and enter the address and the key. Or convert an image here, and download the result by the job’s ID:',
    `  ${curl} --form targetFormat=jpg --form 'file=@${picture}' ${baseUrl}/convert`,
    `  ${curl} --output icon.jpg ${baseUrl}/convert/job/ID/download`,
    'To create another key:',
  ];
  const later = ['Your existing accounts and keys are still valid. To create another key:'];
  return [
    `The network runs at ${baseUrl}. Press Ctrl+C to stop it.`,
    '',
    ...(key === undefined ? later : first),
    `  npx node dist/networkServer.cjs keys add ${accountName} --name NAME`,
    ...(invitation === undefined
      ? []
      : [
          'To sign up as the administrator, open this link within 24 hours. It works once:',
          `  ${invitation}`,
        ]),
    '',
    `The network uses a built-in PostgreSQL database in ${path.resolve(dataFolder)} and stores files in ${store}.`,
    `To move to your own database and store, set ${url} and ${files}: see docs/running-a-network.md.`,
    '',
  ].join('\n');
}
