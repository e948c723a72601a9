import { formatOfFileName } from '../../contract/formats/naming.ts';
import { webImages } from '../../contract/formats/table.ts';
import { hasFailed, type Job, phaseOf } from '../../jobs/core/job.ts';
import { baseName } from '../../jobs/core/fileUri.ts';
import { jobActions, type JobAction } from '../../manifest.ts';
import { isComparable } from '../pictures/imagePairs.ts';

/**
 * The actions that are available for a job and its file. `canUndo` is true if undoing wouldn't affect jobs in other
 * rows.
 */
export function actionsOf(job: Job, canUndo: boolean): JobAction[] {
  return [
    ...stateActions(job, canUndo),
    ...(isComparable(job) ? [jobActions.compare] : []),
    ...(hasReplacement(job) ? [jobActions.references] : []),
    ...(hasWebImage(job) ? [jobActions.picture] : []),
    jobActions.source,
  ];
}

/** True if the result could replace the source in references. */
function hasReplacement({ state, source, combined }: Job): boolean {
  const output = state.name === 'done' ? state.output : undefined;
  return combined === undefined && output !== undefined && output !== source;
}

function stateActions(job: Job, canUndo: boolean): JobAction[] {
  const { state } = job;
  switch (phaseOf(state)) {
    case 'active':
      return [jobActions.cancel];
    case 'parked':
      if (state.name === 'unconfirmed') return [jobActions.submitAgain, jobActions.remove];
      if (state.name === 'needsName') return [jobActions.chooseName, jobActions.cancel];
      return [jobActions.retry, jobActions.cancel];
    case 'ended':
      return [...resultActions(job), ...(canUndo ? [jobActions.undo] : []), jobActions.remove];
  }
}

function resultActions({ state }: Job): JobAction[] {
  if (state.name === 'done') return state.output === undefined ? [] : [jobActions.open, jobActions.reveal];
  if (state.name === 'failed' && state.keptOutput !== undefined) return [jobActions.saveKept];
  return [jobActions.retry];
}

/** True if the result is an image that browsers can show. */
function hasWebImage({ state }: Job): boolean {
  const output = state.name === 'done' ? state.output : undefined;
  const format = output === undefined ? undefined : formatOfFileName(baseName(output));
  return webImages.some((each) => each === format);
}

/** The actions that are available for a batch: those of any of its jobs that are shown. */
export function batchActionsOf(shown: readonly Job[], canUndo: boolean): JobAction[] {
  const some = new Set(shown.flatMap((job) => actionsOf(job, false)));
  const actions: (JobAction | false)[] = [
    some.has(jobActions.open) && jobActions.openAll,
    some.has(jobActions.compare) && jobActions.compare,
    canUndo && jobActions.undo,
    some.has(jobActions.retry) && jobActions.retryAll,
    shown.some(hasFailed) && jobActions.retryFailed,
    some.has(jobActions.references) && jobActions.references,
    some.has(jobActions.picture) && jobActions.picture,
    some.has(jobActions.cancel) && jobActions.cancel,
    some.has(jobActions.remove) && jobActions.remove,
    jobActions.source,
  ];
  return actions.filter((action) => action !== false);
}
