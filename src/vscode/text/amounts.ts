import {
  figure,
  joined,
  say,
  type SizeUnit,
  unitSign,
  verbatim,
  type SafeText,
  moment,
  relativeTime,
  untrusted,
  sayCount,
} from './safeText.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../util/clock.ts';
import type { Entitlements } from '../../contract/entitlements.ts';
import { tierLimits } from '../../contract/tiers.ts';
import type { Balance, KnownWallet } from '../../credits/wallet.ts';
import type { Savings } from '../../credits/ledger.ts';
import type { Job } from '../../jobs/core/job.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A file size such as `4.9 MB`. Like the limits, it counts in powers of 1024. */
export function sizeText(bytes: number): SafeText {
  const { value, unit } = sizeParts(bytes);
  return joined([value, unitSign(unit)], ' ');
}

/** A change of size, such as `133 → 69 KB (-48%)`. Shows the unit once if both sizes have the same. */
export function sizeChangeText(before: number, after: number): SafeText {
  const { value, unit } = sizeParts(before);
  const from = unit === sizeParts(after).unit ? value : sizeText(before);
  return withChange(joined([from, verbatim('→'), sizeText(after)], ' '), before, after);
}

/** The size of a result, with the change from its source, such as `69 KB (-48%)`. */
export function resultSizeText(before: number, after: number): SafeText {
  return withChange(sizeText(after), before, after);
}

/** A change relative to the original, such as `-48%` or `+7%`. */
export function changeText(share: number): SafeText {
  return figure(share, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
}

/** A fraction of 1 as a percentage, such as `45 %`. */
export function percentText(share: number): SafeText {
  return figure(share, { style: 'percent', maximumFractionDigits: 0 });
}

export function countText(count: number): SafeText {
  return figure(count);
}

function withChange(text: SafeText, before: number, after: number): SafeText {
  return before === 0 ? text : say('{0} ({1})', text, changeText(after / before - 1));
}

function sizeParts(bytes: number): { value: SafeText; unit: SizeUnit } {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return {
    value: figure(value, { maximumFractionDigits: value < 10 ? 1 : 0 }),
    unit: units[power] ?? 'byte',
  };
}

/** The time since an event, in its largest unit, such as `2 min. ago`. */
export function agoText(ms: number): SafeText {
  if (ms < minuteMs) return say('just now');
  if (ms < hourMs) return relativeTime(-Math.floor(ms / minuteMs), 'minute');
  if (ms < dayMs) return relativeTime(-Math.floor(ms / hourMs), 'hour');
  return relativeTime(-Math.floor(ms / dayMs), 'day');
}

function timeOfDay(at: number): SafeText {
  return moment(at, 'time');
}

/** Says until when the network keeps a result. */
export function keptText(until: number | undefined): SafeText | undefined {
  return until === undefined ? undefined : say('The network keeps the result until {0}.', timeOfDay(until));
}

export function dateAndTime(at: number): SafeText {
  return moment(at, 'dateAndTime');
}

/** A duration in its largest unit, such as `3 minutes`. */
export function durationText(ms: number): SafeText {
  const [unit, size] = spans.find(([, each]) => ms >= each) ?? (['second', secondMs] as const);
  return figure(Math.round(ms / size), { style: 'unit', unit, unitDisplay: 'long' });
}

/** A short duration, such as `12 ms`. */
export function millisecondsText(ms: number): SafeText {
  return figure(Math.round(ms), { style: 'unit', unit: 'millisecond' });
}

const spans = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;

/** The plan, with the credits left if it charges, such as `Free · 50 credits left`. */
export function planText(wallet: KnownWallet): SafeText {
  const { planName, planId } = wallet.entitlements ?? {};
  const left = wallet.charges ? balanceText(wallet.balance()) : undefined;
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

/** Says when credits renew, if the service reports that or its documentation says so. */
export function renewalText(entitlements: Entitlements | undefined): SafeText | undefined {
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
  all: readonly { readonly credits: number; readonly isSaid?: boolean | undefined }[],
): SafeText | undefined {
  const charges = all.filter(({ credits }) => credits > 0);
  if (charges.length === 0) return undefined;
  const total = creditsText(charges.reduce((sum, { credits }) => sum + credits, 0));
  return charges.every(({ isSaid }) => isSaid) ? total : joined([verbatim('≥'), total], ' ');
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
