import type { Entitlements } from '../../contract/entitlements.ts';
import { tierLimits } from '../../contract/tiers.ts';
import type { Balance } from '../../credits/balance.ts';
import type { Savings } from '../../credits/savings.ts';
import type { Wallet } from '../../credits/wallet.ts';
import type { Job } from '../../jobs/core/job.ts';
import { sizeText } from './amounts.ts';
import { dateAndTime } from './times.ts';
import { foreign, joined, say, sayCount, verbatim, type Words } from './words.ts';

/** The plan, and the credits that are left of it where it charges: `Free · 50 credits left`. */
export function planText(wallet: Wallet): Words {
  const { planName, planId } = wallet.entitlements ?? {};
  const left = wallet.charges ? balanceText(wallet.balance()) : undefined;
  return joined([foreign(planName ?? planId ?? ''), left], ' · ');
}

/** Credits left, marked with `≈` where the figure is ours and not the service's word. */
export function balanceText(balance: Balance): Words {
  switch (balance.kind) {
    case 'exact':
      return leftText(balance.credits);
    case 'estimated':
      return joined([verbatim('≈'), leftText(balance.credits)], ' ');
    case 'unknown':
      return say('— credits');
    case 'uncharged':
      return unchargedText();
  }
}

/** Of a plan that does not charge, in place of what is left. */
export function unchargedText(): Words {
  return say('nothing is charged');
}

/** When the credits of a plan are renewed, as far as the service or its documentation says; else nothing. */
export function renewalText(entitlements: Entitlements | undefined): Words | undefined {
  if (entitlements?.charges === false) return undefined;
  if (entitlements?.renewsAt !== undefined) return say('renewed {0}', dateAndTime(entitlements.renewsAt));
  switch (entitlements?.tier && tierLimits[entitlements.tier].credits?.window) {
    case 'day':
      return say('renewed every day');
    case 'month':
      return say('renewed every month');
    case undefined:
      return undefined;
  }
}

/** What is known of the wallet at the network, in a line. */
export function walletText(wallet: Wallet): Words {
  const more = wallet.charges ? renewalText(wallet.entitlements) : unchargedText();
  return say('Network: {0}', joined([planText(wallet), more], ' · '));
}

/** What jobs have cost in all; nothing where nothing was paid. */
export function spentCreditsText(jobs: readonly Job[]): Words | undefined {
  return chargesText(jobs.flatMap(({ charge }) => charge ?? []));
}

/** A sum of charges, marked with `≥` where a service did not say one of them; nothing where nothing was paid. */
function chargesText(
  all: readonly { readonly credits: number; readonly isSaid?: boolean | undefined }[],
): Words | undefined {
  const charges = all.filter(({ credits }) => credits > 0);
  if (charges.length === 0) return undefined;
  const total = creditsText(charges.reduce((sum, { credits }) => sum + credits, 0));
  return charges.every(({ isSaid }) => isSaid) ? total : joined([verbatim('≥'), total], ' ');
}

/** What something costs at least that there are not enough credits for. */
export function shortageText(required: number, available: number): Words {
  return say('It takes at least {0}, and you have {1}.', creditsText(required), available);
}

/** The least that a file costs: an estimate knows formats, not pages. */
export function costText(creditsPerFile: number): Words {
  return sayCount(creditsPerFile, { one: '≥ {0} credit a file', other: '≥ {0} credits a file' });
}

function leftText(credits: number): Words {
  return sayCount(credits, { one: '{0} credit left', other: '{0} credits left' });
}

/** An amount of credits. */
export function creditsText(credits: number): Words {
  return sayCount(credits, { one: '{0} credit', other: '{0} credits' });
}

/** What a month came to; `undefined` where there is nothing to tell. */
export function monthText({ savedBytes, ...charge }: Savings): Words | undefined {
  const saved = savedBytes > 0 ? sizeText(savedBytes) : undefined;
  const spent = chargesText([charge]);
  if (saved !== undefined && spent !== undefined)
    return say('This month: {0} saved, {1} spent', saved, spent);
  if (saved !== undefined) return say('This month: {0} saved', saved);
  return spent && say('This month: {0} spent', spent);
}
