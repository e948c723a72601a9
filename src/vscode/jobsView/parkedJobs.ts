import * as vscode from 'vscode';
import type { Balance, KnownWallet } from '../../credits/wallet.ts';
import { type Job, type JobStateName, phaseOf } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { commands, views } from '../../manifest.ts';
import type { Disposable } from '../../util/disposable.ts';
import { forgottenText } from '../text/batches.ts';
import { problemText } from '../text/problems.ts';
import { say } from '../text/safeText.ts';
import { commandAction, showWarning } from '../ui/messages.ts';

/**
 * Asks once for what parked jobs need: a key if the network requires one, or a click when credits are available again.
 */
export function followParkedJobs(jobs: Jobs, wallet: KnownWallet): vscode.Disposable {
  let askedForKey = false;
  let credits = creditsOf(wallet.balance());
  const inState = (name: JobStateName): readonly Job[] => jobs.all().filter((job) => job.state.name === name);

  const onJobs = (): void => {
    const [waiting] = inState('needsKey');
    if (waiting?.state.name === 'needsKey' && !askedForKey) {
      const { problem } = waiting.state;
      const hasOtherKey = problem.code === 'api_key.changed';
      void showWarning(
        problemText(problem),
        hasOtherKey
          ? commandAction(say('Resume'), commands.resumeJobs)
          : commandAction(say('Set API Key'), commands.setApiKey),
      );
    }
    askedForKey = waiting !== undefined;
  };
  const onWallet = (): void => {
    const before = credits;
    credits = creditsOf(wallet.balance());
    const count = inState('needsCredits').length;
    if (count === 0 || before === undefined || credits === undefined || credits <= before) return;
    const message = say('Credits are available again. Files waiting for them: {0}.', count);
    void showWarning(message, commandAction(say('Resume'), commands.resumeJobs));
  };
  return vscode.Disposable.from(jobs.onDidChange(onJobs), wallet.onDidChange(onWallet));
}

function creditsOf(balance: Balance): number | undefined {
  switch (balance.kind) {
    case 'exact':
    case 'estimated':
      return balance.credits;
    case 'unknown':
      return undefined;
    case 'uncharged':
      return Number.POSITIVE_INFINITY;
  }
}

/**
 * Reports jobs of the last session or of a closed window that the network no longer knows. Their results were paid for,
 * and no other code follows their batch.
 */
export function followForgottenJobs(jobs: Jobs): Disposable {
  return jobs.onDidAdopt((ids) => void reportForgotten(jobs, ids));
}

async function reportForgotten(jobs: Jobs, adopted: readonly string[]): Promise<void> {
  const active = adopted.filter((id) => {
    const job = jobs.get(id);
    return job?.service === 'network' && phaseOf(job.state) === 'active';
  });
  const forgotten = (await jobs.settled(active)).filter(
    ({ state }) => state.name === 'failed' && state.problem.code === 'jobs.not_found',
  );
  if (forgotten.length === 0) return;
  await showWarning(forgottenText(forgotten), commandAction(say('Show Jobs'), `${views.jobs}.focus`));
}
