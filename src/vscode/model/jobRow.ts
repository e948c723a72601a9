import { type Job, type JobState, phaseOf } from '../../jobs/core/job.ts';
import { commands, jobActions, type JobAction } from '../../manifest.ts';
import { sizeText } from '../text/amounts.ts';
import { sourceName, sourceNames } from '../text/files.ts';
import { reasonText, stateText } from '../text/jobs.ts';
import { serviceName } from '../text/services.ts';
import { foreign, joined, say, verbatim, wholePath, type Words } from '../text/words.ts';
import type { Row, RowIcon } from './row.ts';

/** The row of a job in the tree: file, target and state at a glance, everything else, such as the path, in the tooltip. */
export function jobRow(job: Job, sourcePath: string): Row {
  const name = sourceName(job);
  const target = targetText(job);
  const hasOutput = job.state.name === 'done' && job.state.output !== undefined;
  return {
    label: name,
    description: joined([target, stateText(job)], ' · '),
    tooltip: tooltipOf(job, sourcePath),
    spoken: joined([name, target, stateText(job), reasonText(job)], ', '),
    icon: iconOf(job.state),
    contextValue: actionsOf(job).join(' '),
    ...(hasOutput
      ? { onClick: { title: say('Open Result'), command: commands.openOutput, arguments: [job.id] } }
      : {}),
  };
}

function targetText({ targetFormat }: Job): Words {
  return targetFormat === undefined ? say('compress') : joined([verbatim('→'), foreign(targetFormat)], ' ');
}

/** What can be done with a job in its state. */
function actionsOf({ state }: Job): JobAction[] {
  switch (phaseOf(state)) {
    case 'active':
      return [jobActions.cancel];
    case 'parked':
      if (state.name === 'unconfirmed') return [jobActions.submitAgain, jobActions.remove];
      if (state.name === 'needsName') return [jobActions.chooseName, jobActions.cancel];
      return [jobActions.retry, jobActions.cancel];
    case 'ended':
      return [...resultActions(state), jobActions.remove];
  }
}

function resultActions(state: JobState): JobAction[] {
  if (state.name === 'done') return state.output === undefined ? [] : [jobActions.open, jobActions.reveal];
  if (state.name === 'failed' && state.keptOutput !== undefined) return [jobActions.saveKept];
  return [jobActions.retry];
}

function tooltipOf(job: Job, sourcePath: string): Words {
  const lines = [
    sourceNames(job) ?? wholePath(sourcePath),
    joined([serviceName(job.service), stateText(job)], ' · '),
    job.sourceBytes === undefined ? undefined : say('Source: {0}', sizeText(job.sourceBytes)),
    job.state.name === 'done' && job.state.outputBytes !== undefined
      ? say('Result: {0}', sizeText(job.state.outputBytes))
      : undefined,
    reasonText(job),
  ];
  return joined(lines, '\n');
}

function iconOf(state: JobState): RowIcon {
  switch (state.name) {
    case 'waiting':
    case 'queued':
      return { id: 'clock' };
    case 'uploading':
      return { id: 'cloud-upload' };
    case 'processing':
    case 'placing':
      return { id: 'sync~spin' };
    case 'downloading':
      return { id: 'cloud-download' };
    case 'done':
      return { id: 'pass', color: 'testing.iconPassed' };
    case 'failed':
      return { id: 'error', color: 'testing.iconFailed' };
    case 'canceled':
      return { id: 'circle-slash' };
    case 'expired':
      return { id: 'history' };
    case 'needsCredits':
      return { id: 'credit-card', color: 'list.warningForeground' };
    case 'needsKey':
      return { id: 'key', color: 'list.warningForeground' };
    case 'needsName':
      return { id: 'edit', color: 'list.warningForeground' };
    case 'unconfirmed':
      return { id: 'question', color: 'list.warningForeground' };
    case 'offline':
      return { id: 'debug-disconnect', color: 'list.warningForeground' };
  }
}

const phaseOrder = { active: 0, parked: 1, ended: 2 } as const;

/** As the list shows them: active jobs first, then parked, then ended ones; within each, the latest first. */
export function inOrder(jobs: readonly Job[]): Job[] {
  return jobs.toSorted(
    (a, b) => phaseOrder[phaseOf(a.state)] - phaseOrder[phaseOf(b.state)] || b.createdAt - a.createdAt,
  );
}
