import type { Balance } from '../../credits/balance.ts';
import type { Wallet } from '../../credits/wallet.ts';
import { countText } from './amounts.ts';
import { foreign, joined, say, verbatim, type Words } from './words.ts';

/** The plan, and the credits that are left of it. */
export function planText(wallet: Wallet): Words {
  const { planName, planId } = wallet.entitlements ?? {};
  return joined([foreign(planName ?? planId ?? ''), balanceText(wallet.balance())], ' ');
}

/** Credits left, marked for how well that is known: `=` is the service's word, `≈` ours. */
function balanceText(balance: Balance): Words {
  switch (balance.kind) {
    case 'exact':
      return joined([verbatim('='), creditsText(balance.credits)], ' ');
    case 'estimated':
      return joined([verbatim('≈'), creditsText(balance.credits)], ' ');
    case 'unknown':
      return say('— credits');
  }
}

/** The least that a file costs: an estimate knows formats, not pages. */
export function costText(creditsPerFile: number): Words {
  return creditsPerFile === 1
    ? say('≥ 1 credit a file')
    : say('≥ {0} credits a file', countText(creditsPerFile));
}

function creditsText(credits: number): Words {
  return credits === 1 ? say('1 credit') : say('{0} credits', countText(credits));
}
