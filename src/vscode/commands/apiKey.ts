import * as vscode from 'vscode';
import { problemOf } from '../../jobs/core/problem.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { commands, settings } from '../../manifest.ts';
import type { ApiKeys } from '../apiKeys.ts';
import type { Connections } from '../connections.ts';
import { currentSettings } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import { foreign, say, type Words } from '../text/words.ts';
import { askForSecret } from '../window/inputs.ts';
import { confirm, openSettingAction, showInformation } from '../window/messages.ts';

export interface KeyContext {
  readonly keys: ApiKeys;
  readonly connections: Connections;
  readonly jobs: Jobs;
}

/** Set API Key: asks for the key, tries it against the entitlements, and only then keeps it for this origin. */
export function setApiKey({ keys, connections, jobs }: KeyContext) {
  return async (): Promise<void> => {
    const baseUrl = currentSettings.baseUrl();
    if (baseUrl === undefined)
      return askForSetting(say('Set the address of the network first, then the API key.'), settings.baseUrl);
    if (!(await mayTravelInClear(baseUrl))) return;
    const key = await askForKey(baseUrl, (candidate) => checkKey(connections, baseUrl, candidate));
    if (key === undefined) return;
    await keys.set(baseUrl.origin, key);
    jobs.resume(['needsKey']);
    void showInformation(say('The API key for {0} is stored.', foreign(baseUrl.host)));
  };
}

/** Remove API Key: forgets the key of the network that is set now. */
export function removeApiKey({ keys, connections }: KeyContext) {
  return async (): Promise<void> => {
    const origin = connections.networkOrigin();
    if (origin === undefined) return;
    await keys.remove(origin);
    void showInformation(say('The API key is removed. Files are converted on this computer.'));
  };
}

/** Open Account Page, where keys are made. */
export async function openAccount(): Promise<void> {
  const authUrl = currentSettings.authUrl();
  if (authUrl !== undefined) await vscode.env.openExternal(vscode.Uri.parse(authUrl.href));
  else await askForSetting(say('No account page is set.'), settings.authUrl);
}

/** One request; the entitlements are what every key may read (api.md, Authentication 4). A sentence when the key won't do. */
async function checkKey(connections: Connections, baseUrl: URL, key: string): Promise<Words | undefined> {
  try {
    const connection = await connections.tryKey(baseUrl, key);
    try {
      await connection.client.entitlements('convert', AbortSignal.timeout(30_000));
    } finally {
      connection.dispose();
    }
    return undefined;
  } catch (error) {
    return problemText(problemOf(error));
  }
}

/** A key that is sent by plain HTTP can be read on the way, so that is asked, unless it stays on this computer. */
async function mayTravelInClear(baseUrl: URL): Promise<boolean> {
  if (baseUrl.protocol === 'https:' || isLoopback(baseUrl)) return true;
  return confirm(
    say('The address of the network is not encrypted.'),
    say(
      'Your API key and files would travel to {0} in clear text. Use an https address if there is one.',
      foreign(baseUrl.host),
    ),
    say('Send Unencrypted'),
  );
}

async function askForKey(
  { host }: URL,
  check: (key: string) => Promise<Words | undefined>,
): Promise<string | undefined> {
  return askForSecret({
    title: say('API key for {0}', foreign(host)),
    prompt: say('The key is kept in the secret storage of VS Code and sent to this address only.'),
    missing: say('Enter the key.'),
    origin: {
      tooltip: say('Get a key'),
      open: () => void vscode.commands.executeCommand(commands.openAccount),
    },
    check,
  });
}

async function askForSetting(message: Words, setting: string): Promise<void> {
  await showInformation(message, openSettingAction(say('Open Settings'), setting));
}

/** Whether an address is this computer itself. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}
