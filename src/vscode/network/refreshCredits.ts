import type { Wallet } from '../../credits/wallet.ts';
import { walletText } from '../text/credits.ts';
import { showInformation } from '../ui/messages.ts';

/** Refresh Credits: asks the network, and says what it answers, since nobody is told when the status bar changes. */
export function refreshCredits(wallet: Wallet) {
  return async (): Promise<void> => {
    await wallet.refresh();
    void showInformation(walletText(wallet));
  };
}
