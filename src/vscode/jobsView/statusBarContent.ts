import { noSavings, type Savings } from '../../credits/ledger.ts';
import type { KnownWallet } from '../../credits/wallet.ts';
import { monthText, planText, renewalText, unchargedText } from '../text/credits.ts';
import { countText, joined, say, sayCount, type SafeText } from '../text/safeText.ts';
import type { StatusBarContent } from '../ui/statusBarItem.ts';
import { commands, extensionId, views } from '../../manifest.ts';
import type { Choice } from '../ui/picks.ts';

/**
 * The content of the status bar item: the number of active jobs, this month's savings, and the network's wallet if
 * there is a key. `undefined` if there is nothing to show.
 */
export function statusBarContent(
  activeJobs: number,
  wallet: KnownWallet | undefined,
  month: Savings = noSavings,
): StatusBarContent | undefined {
  if (activeJobs === 0 && wallet === undefined) return undefined;
  const balance = wallet?.balance();
  const jobs = sayCount(activeJobs, { one: '{0} active job', other: '{0} active jobs' });
  const credits = wallet && planText(wallet);
  const renewal = renewalText(wallet?.entitlements);
  return {
    icon: activeJobs > 0 ? 'sync~spin' : 'arrow-swap',
    text: joined([activeJobs > 0 ? countText(activeJobs) : undefined, credits], ' · '),
    tooltip: joined(
      [
        jobs,
        credits,
        renewal && say('Credits {0}.', renewal),
        ...(wallet === undefined ? [] : explanations(wallet)),
        monthText(month),
      ],
      '\n',
    ),
    spoken: joined([say('Convert & Compress'), jobs, credits], ', '),
    isWarning:
      wallet?.isUnanswered === false &&
      balance !== undefined &&
      'credits' in balance &&
      balance.credits === 0,
  };
}

function explanations(wallet: KnownWallet): SafeText[] {
  if (wallet.isUnanswered) return [say('The network can’t be reached.')];
  if (wallet.entitlements?.tier !== undefined) return [balanceExplanation(wallet)];
  return [
    balanceExplanation(wallet),
    wallet.charges
      ? say('The network doesn’t report your plan, so only a few files are sent at a time.')
      : say(
          'The network doesn’t report how many files it accepts at once, so only a few are sent at a time.',
        ),
  ];
}

function balanceExplanation(wallet: KnownWallet): SafeText {
  switch (wallet.balance().kind) {
    case 'exact':
      return say('Reported by the network.');
    case 'estimated':
      return say(
        'Your plan’s credits minus those spent from this computer. The network doesn’t report the balance.',
      );
    case 'unknown':
      return say('The network hasn’t reported your credits yet.');
    case 'uncharged':
      return unchargedText();
  }
}

/** A command with its optional argument. */
type Step = readonly [command: string, argument?: string];

/** The actions in the status bar item's menu that apply to the current setup. */
export function menuSteps(hasKey: boolean, hasAccountPage: boolean): Choice<Step>[] {
  return [
    { icon: 'arrow-swap', label: say('Convert Files…'), value: [commands.convert] },
    { icon: 'fold', label: say('Compress Files…'), value: [commands.compress] },
    { icon: 'list-unordered', label: say('Show Jobs'), value: [`${views.jobs}.focus`] },
    { icon: 'cloud', label: say('Set Up Network…'), value: [commands.setUpNetwork] },
    { icon: 'key', label: say('Set API Key…'), value: [commands.setApiKey] },
    ...(hasKey ? stepsWithKey(hasAccountPage) : []),
    {
      icon: 'gear',
      label: say('Open Settings'),
      value: ['workbench.action.openSettings', `@ext:${extensionId}`],
    },
  ];
}

function stepsWithKey(hasAccountPage: boolean): Choice<Step>[] {
  const account = {
    icon: 'link-external',
    label: say('Open Account Page'),
    value: [commands.openAccount],
  } as const;
  return [
    { icon: 'check', label: say('Check Connection'), value: [commands.checkConnection] },
    ...(hasAccountPage ? [account] : []),
    { icon: 'sign-out', label: say('Sign Out'), value: [commands.signOut] },
  ];
}
