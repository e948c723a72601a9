import type { Job } from '../../jobs/core/job.ts';
import { percentText, sizeText } from '../text/amounts.ts';
import { sizeChange } from '../text/batches.ts';
import { batchFiles, otherTallies, type JobTally } from '../text/batchRows.ts';
import { formatName } from '../text/formats.ts';
import { stateText } from '../text/jobs.ts';
import { joined, say, sayCount, type SafeText } from '../text/safeText.ts';

/** A job's target without the arrow, because screen readers would read the arrow's name. */
export function spokenTarget({ targetFormat }: Job): SafeText {
  return targetFormat === undefined ? say('compress') : say('to {0}', formatName(targetFormat));
}

/** The state of a job. On the screen, only its icon shows the state. */
export function spokenState(job: Job): SafeText {
  const { state, sourceBytes } = job;
  if (state.name !== 'done' || state.outcome !== 'saved') return stateText(job);
  if (state.outputBytes === undefined) return say('Done');
  if (!sourceBytes) return say('Done, {0}', sizeText(state.outputBytes));
  const change = sizeChange([job]);
  return joined(
    [
      say('Done, from {0} to {1}', sizeText(sourceBytes), sizeText(state.outputBytes)),
      change === undefined ? undefined : spokenChange(change),
    ],
    ', ',
  );
}

/** The name of a batch, as screen readers read it. */
export function spokenBatchName(jobs: readonly Job[], folder: string | undefined): SafeText {
  const files = batchFiles(jobs, folder);
  const [first] = jobs;
  return joined([files, first && spokenTarget(first)], ', ');
}

/** The progress of a batch, as screen readers read it. */
export function spokenTally(tally: JobTally): SafeText {
  const { all, done, active } = tally;
  if (done === all) return sayCount(all, { one: '{0} file, done', other: '{0} files, all done' });
  const working = active === 0 ? undefined : sayCount(active, { one: '{0} active', other: '{0} active' });
  return joined([say('{0} of {1} done', done, all), working, ...otherTallies(tally)], ', ');
}

/** The change in size of a batch's files; `undefined` if unknown. */
export function spokenSavings(done: readonly Job[]): SafeText | undefined {
  const change = sizeChange(done);
  return change === undefined ? undefined : spokenChange(change);
}

function spokenChange(share: number): SafeText {
  if (share === 0) return say('the same size');
  return share < 0 ? say('{0} smaller', percentText(-share)) : say('{0} larger', percentText(share));
}
