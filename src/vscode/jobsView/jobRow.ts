import type { Job } from '../../jobs/core/job.ts';
import { commands } from '../../manifest.ts';
import { sizeText } from '../text/amounts.ts';
import { sourceName, sourceNames } from '../text/files.ts';
import { failureText, reasonText, stateText, targetText } from '../text/jobs.ts';
import { lostText } from '../text/losses.ts';
import { serviceName } from '../text/services.ts';
import { spokenState, spokenTarget } from './accessibleTexts.ts';
import { agoText, keptText } from '../text/times.ts';
import { joined, say, wholePath, type SafeText } from '../text/safeText.ts';
import { actionsOf } from './jobActions.ts';
import type { Row, RowFacts, RowIcon } from '../ui/treeRow.ts';
import { resultExpiry } from './resultExpiry.ts';

/**
 * The row of a job: the file, followed by its state or the reason why it failed, because narrow views cut off the end.
 * The tooltip contains everything else, such as the path. If the row stands for a whole batch, it also shows the
 * target, and when the batch ended.
 */
export function jobRow(job: Job, facts: RowFacts, isWholeBatch: boolean): Row {
  const name = sourceName(job);
  const target = isWholeBatch ? targetText(job) : undefined;
  const hasOutput = job.state.name === 'done' && job.state.output !== undefined;
  const kept = resultExpiry(job, facts.clock.now());
  const ago =
    isWholeBatch && 'endedAt' in job.state ? agoText(facts.clock.now() - job.state.endedAt) : undefined;
  return {
    label: name,
    description: joined([failureText(job) ?? stateText(job), ago, target], ' · '),
    tooltip: tooltipOf(job, kept, facts),
    spoken: joined(
      [
        name,
        target && spokenTarget(job),
        spokenState(job),
        reasonText(job),
        lostText([job]),
        keptText(kept),
        ago,
      ],
      ', ',
    ),
    icon: iconOf(job),
    contextValue: actionsOf(job, isWholeBatch && facts.canUndo(job)).join(' '),
    ...(hasOutput
      ? { onClick: { title: say('Open Result'), command: commands.openOutput, arguments: [job.id] } }
      : {}),
  };
}

function tooltipOf(job: Job, kept: number | undefined, { pathOf }: RowFacts): SafeText {
  const lines = [
    sourceNames(job) ?? wholePath(pathOf(job.source)),
    joined([serviceName(job.service), targetText(job), stateText(job)], ' · '),
    job.sourceBytes === undefined ? undefined : say('Source: {0}', sizeText(job.sourceBytes)),
    job.state.name === 'done' && job.state.outputBytes !== undefined
      ? say('Result: {0}', sizeText(job.state.outputBytes))
      : undefined,
    lostText([job]),
    keptText(kept),
    reasonText(job),
  ];
  return joined(lines, '\n');
}

function iconOf({ state, service }: Job): RowIcon {
  switch (state.name) {
    case 'waiting':
    case 'queued':
      return { id: 'clock' };
    case 'uploading':
      return { id: service === 'local' ? 'clock' : 'cloud-upload' };
    case 'processing':
      return { id: 'sync~spin' };
    case 'downloading':
      return { id: service === 'local' ? 'save' : 'cloud-download' };
    case 'placing':
      return { id: 'save' };
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
