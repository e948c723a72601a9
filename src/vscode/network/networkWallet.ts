import { Wallet } from '../../credits/wallet.ts';
import { systemClock } from '../../util/clock.ts';
import type { KeyValueStore } from '../../util/keyValueStore.ts';
import { walletText } from '../text/credits.ts';
import { showInformation } from '../ui/messages.ts';
import type { Connections } from './connections.ts';

const timeoutMs = 30_000;

/** The wallet of the key for the network that is set now; it knows nothing while there is no key. */
export function networkWallet(connections: Connections, store: KeyValueStore): Wallet {
  return new Wallet({
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

/** Refresh Credits: asks the network, and says what it answers, since nobody is told when the status bar changes. */
export function refreshCredits(wallet: Wallet) {
  return async (): Promise<void> => {
    await wallet.refresh();
    void showInformation(walletText(wallet));
  };
}
