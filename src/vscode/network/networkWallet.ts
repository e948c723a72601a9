import { KnownWallet } from '../../credits/wallet.ts';
import { systemClock } from '../../util/clock.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import { walletText } from '../text/credits.ts';
import { showInformation } from '../ui/messages.ts';
import type { Connections } from './connections.ts';

const timeoutMs = 30_000;

/** The wallet for the key of the current network. It is empty if there is no key. */
export function networkWallet(connections: Connections, store: KeyValueStore): KnownWallet {
  return new KnownWallet({
    load: async () => {
      if ((await connections.networkKey()) === undefined) return undefined;
      return (await connections.get('network')).client.entitlements(
        'convert',
        AbortSignal.timeout(timeoutMs),
      );
    },
    store,
    clock: systemClock,
  });
}

/**
 * Implements **Refresh Credits**. Also shows the result in a message, because changes in the status bar are easy to
 * miss.
 */
export function refreshCredits(wallet: KnownWallet) {
  return async (): Promise<void> => {
    await wallet.refresh();
    void showInformation(walletText(wallet));
  };
}
