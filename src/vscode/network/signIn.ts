import { hostname } from 'node:os';
import type { IdentityProvider } from '../../client/identityProvider.ts';
import { CodedError, isCodedError } from '../../contract/errors.ts';
import { isAbortError } from '../../util/abort.ts';
import { problemText } from '../text/problems.ts';
import { say, untrusted } from '../text/safeText.ts';
import { addressForBrowser, openInBrowser } from '../ui/browser.ts';
import { stepBack } from '../ui/inputs.ts';
import { showWarning } from '../ui/messages.ts';
import { pick } from '../ui/picks.ts';
import { withProgress } from '../ui/progress.ts';
import type { ApiKey } from './apiKeys.ts';
import type { Connections } from './connections.ts';
import { keyTitle } from './networkTexts.ts';
import { chargesAt, noResponse, offersSignIn, patienceMs, tryNetwork } from './networkTrial.ts';
import type { SignInAnswers } from './signInAnswers.ts';

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
            label: say('Sign in'),
            detail: say('Opens {0} in the browser', untrusted(authUrl.host)),
          },
          { value: typeKey, icon: 'key', label: say('Enter API key…') },
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
  const trial = await tryNetwork(connections, baseUrl, key.key, patienceMs);
  if (trial.outcome.kind === 'answered') return { key, charges: chargesAt(trial) };
  const { code, detail, fault } = trial.outcome.problem;
  await revoke(connections, key).catch(() => {});
  if (code === 'api_key.invalid_or_ip_not_allowed') throw new CodedError('sign_in.key_rejected', detail);
  throw new CodedError(code, detail, { fault });
}
