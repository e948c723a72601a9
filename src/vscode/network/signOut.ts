import { isCodedError } from '../../contract/errors.ts';
import { commands } from '../../manifest.ts';
import { currentSettings } from '../settings.ts';
import { problemText } from '../text/problems.ts';
import { say, sentences } from '../text/safeText.ts';
import { commandAction, confirm, showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import type { ApiKey } from './apiKeys.ts';
import type { Connections } from './connections.ts';
import type { KeyContext } from './setApiKey.ts';
import { revoke } from './signIn.ts';

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
