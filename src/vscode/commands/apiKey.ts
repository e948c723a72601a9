import * as vscode from 'vscode';
import { isCodedError } from '../../contract/errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { settings, settingsSection } from '../../manifest.ts';
import type { ApiKeys } from '../apiKeys.ts';
import type { Connections } from '../connections.ts';
import { currentSettings } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import { isLoopback } from '../../util/loopback.ts';
import { promptForKey } from './keyPrompt.ts';

export interface KeyContext {
  readonly keys: ApiKeys;
  readonly connections: Connections;
  readonly jobs: Jobs;
}

/** Set API Key: asks for the key, tries it against the entitlements, and only then keeps it for this origin. */
export function setApiKey({ keys, connections, jobs }: KeyContext) {
  return async (): Promise<void> => {
    const baseUrl = currentSettings.baseUrl();
    if (baseUrl === undefined) return askForAddress();
    if (!(await mayTravelInClear(baseUrl))) return;
    const key = await promptForKey(baseUrl, (candidate) => checkKey(connections, baseUrl, candidate));
    if (key === undefined) return;
    await keys.set(baseUrl.origin, key);
    jobs.resume(['needsKey']);
    void vscode.window.showInformationMessage(vscode.l10n.t('The API key for {0} is stored.', baseUrl.host));
  };
}

/** Remove API Key: forgets the key of the network that is set now. */
export function removeApiKey({ keys, connections }: KeyContext) {
  return async (): Promise<void> => {
    const origin = connections.networkOrigin();
    if (origin === undefined) return;
    await keys.remove(origin);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The API key is removed. Files are converted on this computer.'),
    );
  };
}

/** Open Account Page, where keys are made. */
export async function openAccount(): Promise<void> {
  const authUrl = currentSettings.authUrl();
  if (authUrl !== undefined) await vscode.env.openExternal(vscode.Uri.parse(authUrl.href));
  else await openSetting(vscode.l10n.t('No account page is set.'), settings.authUrl);
}

/** One request; the entitlements are what every key may read (Authentication, 4). A sentence when the key won't do. */
async function checkKey(connections: Connections, baseUrl: URL, key: string): Promise<string | undefined> {
  const connection = await connections.tryKey(baseUrl, key);
  try {
    await connection.client.entitlements('convert', AbortSignal.timeout(30_000));
    return undefined;
  } catch (error) {
    if (!isCodedError(error)) throw error;
    return problemText(error);
  } finally {
    connection.dispose();
  }
}

/** A key sent by plain HTTP can be read on the way, so only this computer is reached so without asking. */
async function mayTravelInClear(baseUrl: URL): Promise<boolean> {
  if (baseUrl.protocol === 'https:' || isLoopback(baseUrl)) return true;
  const send = vscode.l10n.t('Send Unencrypted');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('The address of the network is not encrypted.'),
    {
      modal: true,
      detail: vscode.l10n.t(
        'Your API key and files would travel to {0} in clear text. Use an https address if there is one.',
        baseUrl.host,
      ),
    },
    send,
  );
  return answer === send;
}

async function askForAddress(): Promise<void> {
  await openSetting(
    vscode.l10n.t('Set the address of the network first, then the API key.'),
    settings.baseUrl,
  );
}

async function openSetting(message: string, setting: string): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  if ((await vscode.window.showInformationMessage(message, open)) === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', `${settingsSection}.${setting}`);
  }
}
