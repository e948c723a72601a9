import * as vscode from 'vscode';
import type { Jobs } from '../../jobs/jobs.ts';
import { commands, settings } from '../../manifest.ts';
import { ownSettings } from '../settingValues.ts';
import { changeSetting, currentSettings } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import { untrusted, say, type SafeText } from '../text/safeText.ts';
import { askChecked, type CheckedQuestion } from '../ui/inputs.ts';
import { commandAction, confirm, openSettingAction, showInformation } from '../ui/messages.ts';
import type { ApiKeys, ApiKey } from './apiKeys.ts';
import type { ConnectionTrial } from './connectionCheck.ts';
import type { Connections } from './connections.ts';
import { keyStoredText, keyTitle } from './networkTexts.ts';
import { askToSignIn, typeKey } from './signIn.ts';
import { chargesAt, patienceMs, travelsInClear, tryNetwork } from './networkTrial.ts';

export interface KeyContext {
  readonly keys: ApiKeys;
  readonly connections: Connections;
  readonly jobs: Jobs;
}

/** Implements **Set API Key**: asks for a key or a sign-in, tests the key, and stores it for the network's origin. */
export function setApiKey(context: KeyContext) {
  return async (): Promise<void> => {
    const baseUrl = currentSettings.baseUrl();
    if (baseUrl === undefined) return askForSetUp(say('Set up the network first, then its API key.'));
    if (!(await mayTravelInClear(baseUrl))) return;
    const signedIn = await askToSignIn(context.connections, baseUrl, currentSettings.authUrl());
    if (typeof signedIn === 'object') await keepKey(context, baseUrl, signedIn.key, signedIn.charges);
    if (signedIn !== typeKey) return;
    let charges = true;
    const question = keyQuestion(context.connections, baseUrl, (trial) => (charges = chargesAt(trial)));
    const key = await askChecked(question);
    if (typeof key === 'string') await keepKey(context, baseUrl, { key, issuer: undefined }, charges);
  };
}

/** Implements **Open Account Page**, where users create keys. */
export async function openAccount(): Promise<void> {
  const authUrl = currentSettings.authUrl();
  if (authUrl !== undefined) await vscode.env.openExternal(vscode.Uri.parse(authUrl.href));
  else {
    const openSettings = openSettingAction(say('Open Settings'), settings.authUrl);
    await showInformation(say('No account page is set.'), openSettings);
  }
}

/** Asks for the key of an address, and tests it before it is accepted. Calls `onDidTry` with the result of the test. */
export function keyQuestion(
  connections: Connections,
  baseUrl: URL,
  onDidTry: (trial: ConnectionTrial) => void = () => {},
): CheckedQuestion {
  return {
    title: keyTitle(baseUrl.host),
    prompt: say('The key is kept in VS Code’s secret storage and only sent to this address.'),
    secret: true,
    ...(currentSettings.authUrl() === undefined
      ? {}
      : {
          button: {
            tooltip: say('Get a key'),
            open: () => void vscode.commands.executeCommand(commands.openAccount),
          },
        }),
    check: async (key) => {
      if (key === '') return say('Enter the key.');
      const trial = await tryNetwork(connections, baseUrl, key, patienceMs);
      onDidTry(trial);
      return keyProblem(trial);
    },
  };
}

/** Stores an accepted key, resumes the jobs that wait for one, and explains what changes. */
async function keepKey(
  { keys, jobs }: KeyContext,
  baseUrl: URL,
  key: ApiKey,
  charges: boolean,
): Promise<void> {
  await keys.set(baseUrl.origin, key);
  jobs.resume(['waiting', 'needsKey'], { withCurrentKey: true });
  sayKeyStored(baseUrl, charges);
}

/** Explains where files go now that a key is stored. A button can change that. */
export function sayKeyStored({ host }: URL, charges: boolean): void {
  const runOn = currentSettings.runOn();
  const sendsAll = runOn === 'auto' || runOn === 'networkOnly';
  const change = sendsAll
    ? {
        title: say('Prefer This Computer'),
        run: () => changeSetting(ownSettings.runOn, 'localFirst'),
      }
    : openSettingAction(say('Change Setting'), settings.runOn);
  void showInformation(keyStoredText(host, runOn, charges), change);
}

/**
 * Resolves to true if the key may be sent to an address. Over plain HTTP, others could intercept it, so the user has to
 * confirm that, unless the address is on this computer.
 */
export async function mayTravelInClear(baseUrl: URL): Promise<boolean> {
  if (!travelsInClear(baseUrl)) return true;
  return confirm(
    say('The network’s address isn’t encrypted.'),
    say(
      'Your API key and files would be sent to {0} in plain text. Use an https address if there is one.',
      untrusted(baseUrl.host),
    ),
    say('Send Unencrypted'),
  );
}

/** The reason why a key isn't accepted. Any valid key can read the entitlements (api.md, Authentication 4). */
function keyProblem({ outcome }: ConnectionTrial): SafeText | undefined {
  return outcome.kind === 'failed' ? problemText(outcome.problem) : undefined;
}

/** Reports what is missing, with a button to set up the network. */
export async function askForSetUp(message: SafeText): Promise<void> {
  await showInformation(message, commandAction(say('Set Up Network…'), commands.setUpNetwork));
}
