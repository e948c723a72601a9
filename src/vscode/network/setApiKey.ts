import * as vscode from 'vscode';
import { hostname } from 'node:os';
import type { Jobs } from '../../jobs/jobs.ts';
import { commands, settings } from '../../manifest.ts';
import { ownSettings } from '../settingValues.ts';
import { changeSetting, currentSettings } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import { untrusted, say, type SafeText, sentences } from '../text/safeText.ts';
import { askChecked, type CheckedQuestion, stepBack } from '../ui/inputs.ts';
import {
  commandAction,
  confirm,
  openSettingAction,
  showInformation,
  showWarning,
  withProgress,
} from '../ui/messages.ts';
import type { ApiKeys, ApiKey } from './apiKeys.ts';
import { askForPlace, sayKeyStored } from './filePlaces.ts';
import { type ConnectionTest, keyTitle } from './networkTexts.ts';
import {
  type Connections,
  chargesAt,
  patienceMs,
  travelsInClear,
  tryNetwork,
  noResponse,
  offersSignIn,
} from './connections.ts';
import type { IdentityProvider } from '../../client/identityProvider.ts';
import { CodedError, isCodedError } from '../../contract/errors.ts';
import { isAbortError } from '../../util/abort.ts';
import { addressForBrowser, openInBrowser } from '../ui/environment.ts';
import { pick } from '../ui/picks.ts';
import type { SignInAnswers } from './signInAnswers.ts';

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
    const question = keyQuestion(context.connections, baseUrl, (test) => (charges = chargesAt(test)));
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
  onDidTry: (test: ConnectionTest) => void = () => {},
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
      const test = await tryNetwork(connections, baseUrl, key, patienceMs);
      onDidTry(test);
      return keyProblem(test);
    },
  };
}

/**
 * Stores an accepted key, resumes the jobs that wait for one, and explains what changes. First asks where files go, since
 * they would all be uploaded otherwise, unless the user has decided that before.
 */
async function keepKey(
  { keys, jobs, connections }: KeyContext,
  baseUrl: URL,
  key: ApiKey,
  charges: boolean,
): Promise<void> {
  if (currentSettings.chosenRunOn() === undefined) {
    const place = await askForPlace(say('Where to convert files'), charges);
    if (typeof place !== 'string') return revoke(connections, key).catch(() => {});
    await changeSetting(ownSettings.runOn, place);
  }
  await keys.set(baseUrl.origin, key);
  jobs.resume(['waiting', 'needsKey'], { withCurrentKey: true });
  sayKeyStored(baseUrl, charges);
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
function keyProblem({ outcome }: ConnectionTest): SafeText | undefined {
  return outcome.kind === 'failed' ? problemText(outcome.problem) : undefined;
}

/** Reports what is missing, with a button to set up the network. */
export async function askForSetUp(message: SafeText): Promise<void> {
  await showInformation(message, commandAction(say('Set Up Network…'), commands.setUpNetwork));
}

/** Identity providers only redirect sign-ins to this path of the extension's address. */
const signedInPath = '/signed-in';

interface SignedIn {
  readonly key: ApiKey;
  /** True if the network charges for work with the key. */
  readonly charges: boolean;
}

/** The user wants to type a key, or can't sign in. */
export const typeKey = Symbol('type a key');

/**
 * Lets the user sign in with the browser for a key of the network, if there is an identity provider at `authUrl`.
 * `undefined` if the user cancels, `stepBack` only as one of several steps.
 */
export async function askToSignIn(
  connections: Connections,
  baseUrl: URL,
  authUrl: URL | undefined,
  step?: { readonly number: number; readonly of: number },
): Promise<SignedIn | typeof typeKey | typeof stepBack | undefined> {
  const title = say('Checking {0}', untrusted(authUrl?.host ?? ''));
  const isOffered =
    authUrl !== undefined &&
    (await withProgress({ place: 'statusBar', title }, () => offersSignIn(connections, authUrl)));
  if (!isOffered) return typeKey;
  for (;;) {
    const picked = await pick<'signIn' | typeof typeKey | typeof stepBack>(
      {
        title: keyTitle(baseUrl.host),
        entries: [
          {
            value: 'signIn',
            icon: 'link-external',
            label: say('Sign In'),
            detail: say('Opens {0} in the browser', untrusted(authUrl.host)),
          },
          { value: typeKey, icon: 'key', label: say('Enter API Key…') },
        ],
      },
      {
        persistent: true,
        ...(step && { step, back: { value: stepBack, label: say('Back') } }),
      },
    );
    if (picked?.value !== 'signIn') return picked?.value;
    const signedIn = await signIn(connections, baseUrl, authUrl);
    if (signedIn !== undefined) return signedIn;
  }
}

/** Takes the browser's answers to this window. */
export function receiveAnswers(answers: SignInAnswers) {
  return async (path: string, answer: URLSearchParams): Promise<void> => {
    if (path !== signedInPath || answers.receive(answer)) return;
    await showWarning(
      say(
        'This window isn’t waiting for a sign-in. Return to the window in which it began, or start it again.',
      ),
    );
  };
}

/** Revokes a key that came from a sign-in. @throws CodedError if that can't be done */
export async function revoke(connections: Connections, { key, issuer }: ApiKey): Promise<void> {
  if (issuer === undefined) return;
  const provider = await connections.identityProvider(issuer);
  try {
    await provider.revoke(key, AbortSignal.timeout(patienceMs));
  } catch (error) {
    throw isAbortError(error) ? noResponse() : error;
  } finally {
    provider.dispose();
  }
}

/** Signs in with the browser. `undefined`, after one message, if that fails. */
async function signIn(connections: Connections, baseUrl: URL, issuer: URL): Promise<SignedIn | undefined> {
  const title = say('Signing in at {0}', untrusted(issuer.host));
  const provider = await connections.identityProvider(issuer);
  try {
    const key = await withProgress({ title, place: 'notification', cancellable: true }, async (signal) =>
      keyFromBrowser(provider, baseUrl, connections.answers, signal),
    );
    return await tested(connections, baseUrl, { key, issuer });
  } catch (error) {
    const problem = isAbortError(error)
      ? new CodedError('sign_in.canceled', 'The sign-in was canceled.')
      : error;
    if (!isCodedError(problem)) throw problem;
    void showWarning(problemText(problem));
    return undefined;
  } finally {
    provider.dispose();
  }
}

async function keyFromBrowser(
  provider: IdentityProvider,
  baseUrl: URL,
  answers: SignInAnswers,
  signal: AbortSignal,
): Promise<string> {
  const started = await provider.start(await addressForBrowser(signedInPath), baseUrl, signal);
  const declined = new AbortController();
  const [answer] = await Promise.all([
    answers.wait(started.state, AbortSignal.any([signal, declined.signal])),
    openInBrowser(started.address).then((isOpen) => isOpen || declined.abort()),
  ]);
  return started.redeem(answer, hostname(), signal);
}

/** Tests a new key at the network. One that can't be used is revoked. */
async function tested(connections: Connections, baseUrl: URL, key: ApiKey): Promise<SignedIn> {
  const test = await tryNetwork(connections, baseUrl, key.key, patienceMs);
  if (test.outcome.kind === 'answered') return { key, charges: chargesAt(test) };
  const { code, detail, fault } = test.outcome.problem;
  await revoke(connections, key).catch(() => {});
  if (code === 'api_key.invalid_or_ip_not_allowed') throw new CodedError('sign_in.key_rejected', detail);
  throw new CodedError(code, detail, { fault });
}

/**
 * Sign Out: removes the key of the current network. One that came from a sign-in is revoked first; one that was typed
 * may be in use elsewhere.
 */
export function signOut({ keys, connections }: KeyContext) {
  return async (): Promise<void> => {
    const origin = connections.networkOrigin();
    const stored = await connections.networkKey();
    if (origin === undefined || stored === undefined) return;
    if (stored.issuer !== undefined && !(await isRevokedOrDropped(connections, stored))) return;
    await keys.remove(origin, stored);
    if (stored.issuer !== undefined) {
      void showInformation(say('You’re signed out. Files are converted on this computer.'));
      return;
    }
    const hasPage = currentSettings.authUrl() !== undefined;
    void showInformation(
      say('The API key is removed. Files are converted on this computer.'),
      ...(hasPage ? [commandAction(say('Open Account Page'), commands.openAccount)] : []),
    );
  };
}

/** Revokes a key. If that fails, the user may remove it here only. */
async function isRevokedOrDropped(connections: Connections, stored: ApiKey): Promise<boolean> {
  try {
    await withProgress({ place: 'statusBar', title: say('Signing out') }, () => revoke(connections, stored));
    return true;
  } catch (error) {
    if (!isCodedError(error)) throw error;
    return confirm(
      say('The API key couldn’t be revoked.'),
      sentences([
        problemText(error),
        say('If you only remove it here, it stays valid until you revoke it on the account page.'),
      ]),
      say('Remove Here Only'),
    );
  }
}
