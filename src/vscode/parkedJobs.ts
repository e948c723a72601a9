import * as vscode from 'vscode';
import type { Balance } from '../credits/balance.ts';
import type { Wallet } from '../credits/wallet.ts';
import type { Job, JobStateName } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { commands } from '../manifest.ts';
import { countText } from './text/amounts.ts';
import { problemText } from './text/problems.ts';

/** Asks once for what parked jobs wait for: a key when the network wants one, a click when there are credits again. */
export function followParkedJobs(jobs: Jobs, wallet: Wallet): vscode.Disposable {
  let askedForKey = false;
  let credits = creditsOf(wallet.balance());
  const inState = (name: JobStateName): readonly Job[] => jobs.all().filter((job) => job.state.name === name);

  const onJobs = (): void => {
    const [waiting] = inState('needsKey');
    if (waiting?.state.name === 'needsKey' && !askedForKey) {
      void offer(problemText(waiting.state.problem), vscode.l10n.t('Set API Key'), commands.setApiKey);
    }
    askedForKey = waiting !== undefined;
  };
  const onWallet = (): void => {
    const before = credits;
    credits = creditsOf(wallet.balance());
    const count = inState('needsCredits').length;
    if (count === 0 || before === undefined || credits === undefined || credits <= before) return;
    const message = vscode.l10n.t(
      'There are credits again. Files that wait for them: {0}.',
      countText(count),
    );
    void offer(message, vscode.l10n.t('Go on'), commands.resumeJobs);
  };
  return vscode.Disposable.from(jobs.onDidChange(onJobs), wallet.onDidChange(onWallet));
}

function creditsOf(balance: Balance): number | undefined {
  return balance.kind === 'unknown' ? undefined : balance.credits;
}

async function offer(message: string, action: string, command: string): Promise<void> {
  if ((await vscode.window.showWarningMessage(message, action)) === action) {
    await vscode.commands.executeCommand(command);
  }
}
