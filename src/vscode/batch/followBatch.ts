import type { Offers } from '../../planning/offer.ts';
import type { Job } from '../../jobs/core/job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { batchProgress } from './batchProgress.ts';
import { redrawMs } from '../ui/treeRow.ts';
import { isReconnecting } from '../text/jobs.ts';
import { say, type SafeText } from '../text/safeText.ts';
import { showWarning } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { Collisions } from './collisions.ts';
import { locallyRunnable } from './retryJobs.ts';

interface FollowContext {
  readonly jobs: Jobs;
  readonly offers: Offers;
}

/**
 * Follows a batch until each job has ended or is parked, and then resolves to the jobs. If a batch takes longer than a
 * moment, a notification shows its progress and can cancel it. If the network doesn't respond for a while, offers to
 * move jobs that it hasn't accepted to this computer.
 */
export async function followBatch(
  { jobs, offers }: FollowContext,
  started: readonly string[],
  title: SafeText,
): Promise<Job[]> {
  const options = { place: 'notification', cancellable: true, title } as const;
  return withProgress(options, async (signal, report) => {
    let ids = started;
    let reported = 0;
    let isOffered = false;
    let moving = Promise.resolve();
    const batch = (): readonly Job[] => ids.flatMap((id) => jobs.get(id) ?? []);
    const move = async (): Promise<void> => {
      const replaced = await jobs.moveTo('local', await movable());
      ids = ids.map((id) => replaced.get(id) ?? id);
    };
    const movable = (): Promise<readonly string[]> => locallyRunnable(offers, batch());
    const collisions = new Collisions(jobs, () => ids, signal);
    const showProgress = (): void => {
      const { share, text } = batchProgress(batch(), ids.length);
      report(text, Math.max(0, share - reported));
      reported = Math.max(reported, share);
    };
    let redraw: Disposable | undefined;
    const update = (): void => {
      // The notification isn't updated more often than the list of jobs.
      redraw ??= systemClock.schedule(redrawMs, () => {
        redraw = undefined;
        showProgress();
      });
      void collisions.resolve();
      if (isOffered || !batch().some(isReconnecting)) return;
      isOffered = true;
      void offerThisComputer(movable, () => (moving = move()));
    };
    const listener = jobs.onDidChange(update);
    signal.addEventListener('abort', () => void jobs.cancel(ids));
    try {
      showProgress();
      update();
      for (;;) {
        const followed = ids;
        const settled = await jobs.settled(followed);
        await moving;
        if (!(await collisions.resolve()) && followed === ids) return settled;
      }
    } finally {
      listener.dispose();
      redraw?.dispose();
    }
  });
}

async function offerThisComputer(
  movable: () => Promise<readonly string[]>,
  move: () => Promise<void>,
): Promise<void> {
  if ((await movable()).length === 0) return;
  const rest = { title: say('Run Rest Locally'), run: move };
  await showWarning(say('The network isn’t responding. Reconnecting…'), rest);
}
