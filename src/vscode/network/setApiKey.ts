import * as vscode from 'vscode';
import type { Jobs } from '../../jobs/jobs.ts';
import { commands, settings } from '../../manifest.ts';
import { ownSettings } from '../settingValues.ts';
import { changeSetting, currentSettings } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import { foreign, say, type Words } from '../text/words.ts';
import { askChecked, type CheckedQuestion } from '../ui/inputs.ts';
import { commandAction, confirm, openSettingAction, showInformation } from '../ui/messages.ts';
import type { ApiKeys } from './apiKeys.ts';
import type { Trial } from './connectionCheck.ts';
import type { Connections } from './connections.ts';
import { keyStoredText } from './networkTexts.ts';
import { chargesAt, tryNetwork } from './networkTrial.ts';

export interface KeyContext {
  readonly keys: ApiKeys;
  readonly connections: Connections;
  readonly jobs: Jobs;
}

/** A service may take this long to accept a key: nobody is asked for another one because it is slow. */
const patienceMs = 30_000;

/** Set API Key: asks for the key, tries it against the entitlements, and only then keeps it for this origin. */
export function setApiKey(context: KeyContext) {
  return async (): Promise<void> => {
    const baseUrl = currentSettings.baseUrl();
    if (baseUrl === undefined) return askForSetUp(say('Set up the network first, then its API key.'));
    if (!(await mayTravelInClear(baseUrl))) return;
    let charges = true;
    const question = keyQuestion(context.connections, baseUrl, (trial) => (charges = chargesAt(trial)));
    const key = await askChecked(question);
    if (typeof key === 'string') await keepKey(context, baseUrl, key, charges);
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
  else {
    const openSettings = openSettingAction(say('Open Settings'), settings.authUrl);
    await showInformation(say('No account page is set.'), openSettings);
  }
}

/** Asks for the key of an address, which is tried before it is taken; `onDidTry` hears what came of that. */
export function keyQuestion(
  connections: Connections,
  baseUrl: URL,
  onDidTry: (trial: Trial) => void = () => {},
): CheckedQuestion {
  return {
    title: say('API key for {0}', foreign(baseUrl.host)),
    prompt: say('The key is kept in the secret storage of VS Code and sent to this address only.'),
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
      return objectionToKey(trial);
    },
  };
}

/** Keeps a key that was accepted, has jobs go on that wait for one, and says what will be different from now on. */
async function keepKey(
  { keys, jobs }: KeyContext,
  baseUrl: URL,
  key: string,
  charges: boolean,
): Promise<void> {
  await keys.set(baseUrl.origin, key);
  jobs.resume(['needsKey']);
  sayKeyStored(baseUrl, charges);
}

/** Says where files go now that a key is stored, with the way to change that. */
export function sayKeyStored({ host }: URL, charges: boolean): void {
  const runOn = currentSettings.runOn();
  const sendsAll = runOn === 'auto' || runOn === 'networkOnly';
  const change = sendsAll
    ? {
        title: say('Keep This Computer First'),
        run: () => changeSetting(ownSettings.runOn, 'localFirst'),
      }
    : openSettingAction(say('Change Setting'), settings.runOn);
  void showInformation(keyStoredText(host, runOn, charges), change);
}

/** A key that is sent by plain HTTP can be read on the way, so that is asked, unless it stays on this computer. */
export async function mayTravelInClear(baseUrl: URL): Promise<boolean> {
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

/** A sentence when the key won’t do: the entitlements are what every key may read (api.md, Authentication 4). */
function objectionToKey({ outcome }: Trial): Words | undefined {
  return outcome.kind === 'failed' ? problemText(outcome.problem) : undefined;
}

/** Whether an address is this computer itself. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Says what is missing, with the way to set the network up. */
export async function askForSetUp(message: Words): Promise<void> {
  await showInformation(message, commandAction(say('Set Up Network…'), commands.setUpNetwork));
}
