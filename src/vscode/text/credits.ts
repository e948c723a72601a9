import {
  joined,
  say,
  verbatim,
  type SafeText,
  untrusted,
  sayCount,
  sizeText,
  dateAndTime,
} from './safeText.ts';
import type { Entitlements } from '../../contract/entitlements.ts';
import { tierLimits } from '../../contract/tiers.ts';
import type { Balance, KnownWallet } from '../../credits/wallet.ts';
import type { Savings } from '../../credits/ledger.ts';
import type { Job } from '../../jobs/core/job.ts';

/** The plan, with the credits left if it charges, such as `Free · 50 credits left`. Unknown without a connection. */
export function planText(wallet: KnownWallet): SafeText {
  const { planName, planId } = wallet.entitlements ?? {};
  const balance = wallet.isUnanswered ? ({ kind: 'unknown' } as const) : wallet.balance();
  const left = wallet.charges ? balanceText(balance) : undefined;
  return joined([untrusted(planName ?? planId ?? ''), left], ' · ');
}

/** The credits left, with `≈` in front if the number is an estimate. */
export function balanceText(balance: Balance): SafeText {
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

/** Shown instead of credits for a plan that doesn't charge. */
export function unchargedText(): SafeText {
  return say('free of charge');
}

/** Says when credits renew, after their number or the word, if the service or its documentation says so. */
export function renewalText(entitlements: Entitlements | undefined): SafeText | undefined {
  if (entitlements?.charges === false) return undefined;
  if (entitlements?.renewsAt !== undefined) return say('renew on {0}', dateAndTime(entitlements.renewsAt));
  switch (entitlements?.tier && tierLimits[entitlements.tier].credits?.window) {
    case 'day':
      return say('renew every day');
    case 'month':
      return say('renew every month');
    case undefined:
      return undefined;
  }
}

/** Everything known about the network's wallet, in one line. */
export function walletText(wallet: KnownWallet): SafeText {
  const more = wallet.charges ? renewalText(wallet.entitlements) : unchargedText();
  return say('Network: {0}', joined([planText(wallet), more], ' · '));
}

/** The total cost of jobs, as text; `undefined` if nothing was paid. */
export function spentCreditsText(jobs: readonly Job[]): SafeText | undefined {
  return chargesText(jobs.flatMap(({ charge }) => charge ?? []));
}

/**
 * A sum of charges, with `≥` in front if the exact amount of any charge is unknown; `undefined` if nothing was paid.
 */
function chargesText(
  all: readonly { readonly credits: number; readonly isExact?: boolean | undefined }[],
): SafeText | undefined {
  const charges = all.filter(({ credits }) => credits > 0);
  if (charges.length === 0) return undefined;
  const total = creditsText(charges.reduce((sum, { credits }) => sum + credits, 0));
  return charges.every(({ isExact }) => isExact) ? total : joined([verbatim('≥'), total], ' ');
}

/** Says how many credits work needs, and how many are available. */
export function shortageText(required: number, available: number): SafeText {
  return say('This costs at least {0}, and you have {1}.', creditsText(required), available);
}

/** The minimum cost of a file, as text. Estimates depend on formats, not on the number of pages. */
export function costText(creditsPerFile: number): SafeText {
  return sayCount(creditsPerFile, { one: '≥ {0} credit a file', other: '≥ {0} credits a file' });
}

function leftText(credits: number): SafeText {
  return sayCount(credits, { one: '{0} credit left', other: '{0} credits left' });
}

export function creditsText(credits: number): SafeText {
  return sayCount(credits, { one: '{0} credit', other: '{0} credits' });
}

/** The savings and costs of a month, as text; `undefined` if there are none. */
export function monthText({ savedBytes, ...charge }: Savings): SafeText | undefined {
  const saved = savedBytes > 0 ? sizeText(savedBytes) : undefined;
  const spent = chargesText([charge]);
  if (saved !== undefined && spent !== undefined)
    return say('This month: {0} saved, {1} spent', saved, spent);
  if (saved !== undefined) return say('This month: {0} saved', saved);
  return spent && say('This month: {0} spent', spent);
}
