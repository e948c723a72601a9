import { KnownWallet } from '../../credits/wallet.ts';
import { systemClock } from '../../util/clock.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import { walletText } from '../text/credits.ts';
import { showInformation } from '../ui/messages.ts';
import type { Connections } from './connections.ts';

const timeoutMs = 30_000;

/** The wallet for the current network's key. Without a key, it is empty. */
export function networkWallet(connections: Connections, store: KeyValueStore): KnownWallet {
  return new KnownWallet({
    load: async () => {
      if ((await connections.networkKey()) === undefined) return undefined;
      return (await connections.get('network')).client.entitlements(
        'convert',
        AbortSignal.timeout(timeoutMs),
      );
    },
    account: () => connections.networkOrigin() ?? '',
    store,
    clock: systemClock,
  });
}

/** Refresh Credits: also shows the answer in a message, since changes of the status bar are easy to miss. */
export function refreshCredits(wallet: KnownWallet) {
  return async (): Promise<void> => {
    await wallet.refresh();
    void showInformation(walletText(wallet));
  };
}
