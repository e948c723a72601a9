import type { RunOn } from '../../planning/offer.ts';
import {
  untrusted,
  say,
  sentences,
  type SafeText,
  joined,
  verbatim,
  durationText,
  millisecondsText,
} from '../text/safeText.ts';
import type { ConnectionFacts } from '../../client/index.ts';
import { balanceOf } from '../../credits/wallet.ts';
import type { Problem } from '../../jobs/core/job.ts';
import { balanceText, renewalText } from '../text/credits.ts';
import { problemText } from '../text/problems.ts';
import type { Choice, ListHeading } from '../ui/picks.ts';
import type { Icon } from '../ui/statusBarItem.ts';

/**
 * Says where files go once a key is stored, for a value of `runOn`, and whether that costs credits. The destination
 * comes first, because VS Code cuts off the end of messages.
 */
export function keyStoredText(host: string, runOn: RunOn, charges: boolean): SafeText {
  return sentences([
    charges ? consequence(host, runOn) : costFreeConsequence(host, runOn),
    say('The API key for {0} is stored.', untrusted(host)),
  ]);
}

function consequence(host: string, runOn: RunOn): SafeText {
  switch (runOn) {
    case 'auto':
    case 'networkOnly':
      return say('Files now go to {0} and cost credits.', untrusted(host));
    case 'localFirst':
      return say('Files that this computer can’t convert go to {0} and cost credits.', untrusted(host));
    case 'localOnly':
      return say('Your settings or this workspace keep all files on this computer.');
  }
}

function costFreeConsequence(host: string, runOn: RunOn): SafeText {
  switch (runOn) {
    case 'auto':
    case 'networkOnly':
      return say('Files now go to {0}, free of charge.', untrusted(host));
    case 'localFirst':
      return say('Files that this computer can’t convert go to {0}, free of charge.', untrusted(host));
    case 'localOnly':
      return consequence(host, runOn);
  }
}

/** The title of questions for a key. */
export function keyTitle(host: string): SafeText {
  return say('API key for {0}', untrusted(host));
}

/** Short labels for the values of the setting `runOn`. */
export function runOnText(runOn: RunOn): SafeText {
  switch (runOn) {
    case 'auto':
      return say('Network first');
    case 'localFirst':
      return say('This computer first');
    case 'localOnly':
      return say('Only this computer');
    case 'networkOnly':
      return say('Only the network');
  }
}

/** The values of `runOn` that set-up offers: one for each preferred place, after a stricter one that the user has chosen. */
export function offeredPlaces(chosen: RunOn | undefined): RunOn[] {
  const places = ['localFirst', 'auto'] as const;
  return chosen === undefined || places.some((place) => place === chosen) ? [...places] : [chosen, ...places];
}

/** Explains the values of the setting `runOn`. */
export function runOnExplanation(runOn: RunOn, charges: boolean): SafeText {
  switch (runOn) {
    case 'auto':
      return charges
        ? say('Files are uploaded and cost credits if the network can convert them')
        : say('Files are uploaded if the network can convert them');
    case 'localFirst':
      return charges
        ? say('Only files that this computer can’t convert are uploaded and cost credits')
        : say('Files are uploaded only if this computer can’t convert them');
    case 'localOnly':
      return say('Nothing is ever uploaded');
    case 'networkOnly':
      return charges ? say('Every file is uploaded and costs credits') : say('Every file is uploaded');
  }
}

/** The result of testing the network. */
export interface ConnectionTest {
  readonly host: string;
  /** Host and port of the proxy; `undefined` for a direct connection. */
  readonly proxy: string | undefined;
  /** The time on this computer when the connection was tested, in milliseconds since the epoch. */
  readonly at: number;
  readonly outcome:
    | { readonly kind: 'answered'; readonly facts: ConnectionFacts }
    | { readonly kind: 'failed'; readonly problem: Problem };
}

/** A next step after the check. Lines that only show information have `nothing`. */
type CheckStep = 'again' | 'key' | 'setUp' | 'nothing';

/**
 * Smaller differences between clocks are ignored: the `Date` header has whole seconds, and the answer took a while to
 * arrive.
 */
const clockToleranceMs = 5000;

/** The results of the check as lines of a list. The first says whether it succeeded. */
export function connectionLines({ host, outcome, proxy, at }: ConnectionTest): Choice<CheckStep>[] {
  const way = fact(say('Proxy'), proxy === undefined ? say('none') : untrusted(proxy));
  if (outcome.kind === 'failed') {
    return [row('error', untrusted(host), problemText(outcome.problem)), way];
  }
  const { facts } = outcome;
  const latency = say('answered in {0}', millisecondsText(facts.latencyMs));
  return [
    row('check', say('{0} can be reached', untrusted(host)), latency),
    row('check', say('The API key is accepted')),
    fact(say('Plan'), planName(facts)),
    fact(say('Credits'), creditsLine(facts, at)),
    clockLine(facts, at),
    way,
  ];
}

/** The next steps after the check. */
export function nextSteps({ outcome }: ConnectionTest): (Choice<CheckStep> | ListHeading)[] {
  const steps: Choice<CheckStep>[] = [
    { value: 'again', icon: 'refresh', label: say('Check Again') },
    ...(outcome.kind === 'failed'
      ? [
          { value: 'key', icon: 'key', label: say('Set API Key…') } as const,
          { value: 'setUp', icon: 'cloud', label: say('Set Up Network…') } as const,
        ]
      : []),
  ];
  return [{ heading: say('More') }, ...steps];
}

function row(icon: Icon, label: SafeText, description?: SafeText): Choice<CheckStep> {
  return { value: 'nothing', icon, label, ...(description === undefined ? {} : { description }) };
}

function fact(name: SafeText, value: SafeText): Choice<CheckStep> {
  return row('info', name, value);
}

function planName({ entitlements: { planName: name, planId } }: ConnectionFacts): SafeText {
  return untrusted(name ?? planId ?? '—');
}

function creditsLine({ entitlements }: ConnectionFacts, askedAt: number): SafeText {
  const balance = balanceOf({ entitlements, askedAt, refusal: undefined, spends: [] }, askedAt);
  const isKnown = entitlements.balance !== undefined || !entitlements.charges;
  return joined([isKnown ? balanceText(balance) : verbatim('—'), renewalText(entitlements)], ' · ');
}

function clockLine({ serverTime }: ConnectionFacts, at: number): Choice<CheckStep> {
  if (serverTime === undefined) return fact(say('Clock'), verbatim('—'));
  const aheadMs = serverTime - at;
  if (Math.abs(aheadMs) <= clockToleranceMs) return fact(say('Clock'), say('same as this computer'));
  const difference = durationText(Math.abs(aheadMs));
  return row(
    'warning',
    say('Clock'),
    aheadMs > 0 ? say('{0} ahead of this computer', difference) : say('{0} behind this computer', difference),
  );
}
