import * as vscode from 'vscode';
import type { RunOn } from '../../planning/offer.ts';
import type { ApiKey } from './apiKeys.ts';
import { askForPlace, sayKeyStored } from './filePlaces.ts';
import { connectionLines, nextSteps } from './networkTexts.ts';
import { ownSettings } from '../settingValues.ts';
import {
  addressProblem,
  announcedAccountPage,
  chargesAt,
  tryNetwork,
  type Connections,
} from './connections.ts';
import { changeSetting, currentSettings, webAddress } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import { untrusted, say, type SafeText } from '../text/safeText.ts';
import { askChecked, stepBack } from '../ui/inputs.ts';
import { pick } from '../ui/picks.ts';
import {
  type KeyContext,
  keyQuestion,
  mayTravelInClear,
  askToSignIn,
  revoke,
  typeKey,
  askForSetUp,
} from './setApiKey.ts';
import type { KnownWallet } from '../../credits/wallet.ts';
import { commands } from '../../manifest.ts';
import { commandAction, showInformation, withProgress } from '../ui/messages.ts';

/** The answers so far. They are only stored at the end. */
interface Draft {
  baseUrl: URL | undefined;
  authUrl: URL | undefined;
  key: ApiKey | undefined;
  /** Keys from sign-ins. Those that aren't kept are revoked. */
  readonly issued: ApiKey[];
  /** True if the network charges for work with the key. */
  charges: boolean;
  runOn: RunOn;
}

type Outcome = 'next' | typeof stepBack | undefined;

/** One step, which asks a question. Resolves to `undefined` if the user cancels. */
type Ask = (draft: Draft, step: { readonly number: number; readonly of: number }) => Promise<Outcome>;

/**
 * Implements **Set Up Network**: asks for the address, the account page, the key, and where files are processed, tests
 * the connection, and stores everything at the end.
 */
export function setUpNetwork(context: KeyContext) {
  const asks: readonly Ask[] = [
    askForAddress(context),
    askForAccountPage,
    askForKey(context),
    showConnection(context),
    askForRunOn,
  ];
  return async (): Promise<void> => {
    const draft: Draft = {
      baseUrl: currentSettings.baseUrl(),
      authUrl: currentSettings.authUrl(),
      key: undefined,
      issued: [],
      charges: true,
      runOn: currentSettings.runOn(),
    };
    const isComplete = await complete(asks, draft);
    if (isComplete) await keep(context, draft);
    for (const key of draft.issued) {
      if (isComplete && key === draft.key) continue;
      // It stays on the account page, where the user can revoke it, too.
      await revoke(context.connections, key).catch(() => {});
    }
  };
}

/** Asks for all parts. False if the user cancels. */
async function complete(asks: readonly Ask[], draft: Draft): Promise<boolean> {
  for (let at = 0; at < asks.length;) {
    const outcome = await asks[at]?.(draft, { number: at + 1, of: asks.length });
    if (outcome === undefined) return false;
    at += outcome === stepBack ? -1 : 1;
  }
  return true;
}

function askForAddress({ connections }: KeyContext): Ask {
  return async (draft, step) => {
    const answer = await askChecked({
      title: say('Set up the network: address'),
      prompt: say('Such as https://files.example.com. Ask the network’s operator.'),
      value: draft.baseUrl?.href ?? '',
      step,
      check: async (text) => {
        const address = webAddress(text);
        if (address === undefined) return notAnAddress();
        if (!(await mayTravelInClear(address))) return say('Use an https address.');
        const problem = await addressProblem(connections, address);
        return problem && problemText(problem);
      },
    });
    if (typeof answer !== 'string') return answer;
    const address = webAddress(answer);
    // A key belongs to its address, and so does an account page: another network must not get a key from there.
    if (address?.origin !== draft.baseUrl?.origin) {
      const current = currentSettings.baseUrl()?.origin;
      const isKept = current === undefined || current === address?.origin;
      [draft.key, draft.authUrl] = [undefined, isKept ? currentSettings.authUrl() : undefined];
    }
    draft.baseUrl = address;
    if (address !== undefined) draft.authUrl ??= await announcedAccountPage(connections, address);
    return 'next';
  };
}

const askForAccountPage: Ask = async (draft, step) => {
  const answer = await askChecked({
    title: say('Set up the network: account page'),
    prompt: say('The page where you create keys and buy credits. Leave empty if you don’t know it.'),
    value: draft.authUrl?.href ?? '',
    step,
    check: async (text) => (text === '' || webAddress(text) !== undefined ? undefined : notAnAddress()),
  });
  if (typeof answer !== 'string') return answer;
  draft.authUrl = webAddress(answer);
  return 'next';
};

function askForKey(context: KeyContext): Ask {
  const { connections, keys } = context;
  return async (draft, step) => {
    const { baseUrl, authUrl } = draft;
    if (baseUrl === undefined) return undefined;
    const signedIn = await askToSignIn(connections, baseUrl, authUrl, step);
    if (typeof signedIn === 'object') {
      draft.key = signedIn.key;
      draft.issued.push(signedIn.key);
      return 'next';
    }
    if (signedIn !== typeKey) return signedIn;
    const stored = draft.key ?? (await keys.stored(baseUrl.origin));
    const { check, button: _, ...question } = keyQuestion(connections, baseUrl);
    const answer = await askChecked({
      ...question,
      step,
      ...(stored === undefined ? {} : { prompt: say('Leave empty to keep the key that you entered.') }),
      ...(authUrl === undefined
        ? {}
        : { button: { tooltip: say('Get a key'), open: () => void openPage(authUrl) } }),
      check: async (text) => check(text === '' && stored !== undefined ? stored.key : text),
    });
    if (typeof answer !== 'string') return answer;
    draft.key = answer === '' ? stored : { key: answer, issuer: undefined };
    return 'next';
  };
}

function showConnection({ connections }: KeyContext): Ask {
  return async (draft, step) => {
    const { baseUrl, key } = draft;
    if (baseUrl === undefined || key === undefined) return undefined;
    const test = await tryNetwork(connections, baseUrl, key.key);
    draft.charges = chargesAt(test);
    const lines = connectionLines(test).map((line) => ({ ...line, value: 'next' as const }));
    const picked = await pick<Exclude<Outcome, undefined>>(
      {
        title: say('Set up the network: connection to {0}', untrusted(baseUrl.host)),
        entries: [{ value: 'next', icon: 'play', label: say('Continue'), alwaysShown: true }, ...lines],
      },
      { persistent: true, step, back: { value: stepBack, label: say('Back') } },
    );
    return picked?.value;
  };
}

const askForRunOn: Ask = async (draft, step) => {
  const place = await askForPlace(say('Set up the network: where to convert'), draft.charges, step);
  if (typeof place !== 'string') return place;
  draft.runOn = place;
  return 'next';
};

/** Stores the answers. The address is stored last, because nothing is sent to the network before that. */
async function keep(
  { keys, jobs }: KeyContext,
  { baseUrl, authUrl, key, charges, runOn }: Draft,
): Promise<void> {
  if (baseUrl === undefined || key === undefined) return;
  await changeSetting(ownSettings.runOn, runOn);
  await changeSetting(ownSettings.authUrl, authUrl?.href ?? '');
  await keys.set(baseUrl.origin, key);
  await changeSetting(ownSettings.baseUrl, baseUrl.href);
  jobs.resume(['waiting', 'needsKey'], { withCurrentKey: true });
  sayKeyStored(baseUrl, charges);
}

async function openPage(page: URL): Promise<void> {
  await vscode.env.openExternal(vscode.Uri.parse(page.href));
}

function notAnAddress(): SafeText {
  return say('Enter a full address, such as https://files.example.com.');
}

/** Implements **Check Connection**: requests the entitlements, which is free, and lists the results. */
export function checkConnection(connections: Connections, wallet: KnownWallet) {
  return async (): Promise<void> => {
    const baseUrl = currentSettings.baseUrl();
    if (baseUrl === undefined) return askForSetUp(say('No address is set for the network.'));
    const key = (await connections.networkKey())?.key;
    if (key === undefined) return askForValidKey(baseUrl);
    for (;;) {
      const title = say('Checking {0}', untrusted(baseUrl.host));
      const test = await withProgress({ place: 'statusBar', title }, () =>
        tryNetwork(connections, baseUrl, key),
      );
      // Other parts of the user interface may show older values than these results.
      wallet.refreshSoon();
      const picked = await pick(
        {
          title: say('Connection to {0}', untrusted(baseUrl.host)),
          entries: [...connectionLines(test), ...nextSteps(test)],
        },
        { persistent: true },
      );
      switch (picked?.value) {
        case 'again':
          continue;
        case 'key':
          await vscode.commands.executeCommand(commands.setApiKey);
          return;
        case 'setUp':
          await vscode.commands.executeCommand(commands.setUpNetwork);
          return;
        case 'nothing':
        case undefined:
          return;
      }
    }
  };
}

async function askForValidKey({ host }: URL): Promise<void> {
  await showInformation(
    say('No API key is stored for {0}. Set it to check the connection.', untrusted(host)),
    commandAction(say('Set API Key'), commands.setApiKey),
  );
}
