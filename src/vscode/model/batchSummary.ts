import type { RefusedFile } from '../../formats/possibilities.ts';
import type { Job } from '../../jobs/core/job.ts';
import { countText, percentText } from '../text/amounts.ts';
import { fileName } from '../text/files.ts';
import { reasonText } from '../text/jobs.ts';
import { problemText } from '../text/problems.ts';
import { joined, say, type Words } from '../text/words.ts';

/** What can be done next after a batch. */
export type NextStep =
  | { readonly kind: 'showJobs' | 'resume' }
  /** `output` is a URI. */
  | { readonly kind: 'open'; readonly output: string }
  | { readonly kind: 'undo'; readonly batch: string };

/** One message at the end of a batch: what was saved, what was not and why, and the next steps. */
export interface BatchSummary {
  readonly isWarning: boolean;
  readonly message: Words;
  readonly steps: readonly NextStep[];
}

/** Sums up the jobs of a batch and the files that there are none for; `undefined` where nothing is worth a message. */
export function batchSummary(
  jobs: readonly Job[],
  refused: readonly RefusedFile[],
): BatchSummary | undefined {
  const saved = jobs.filter((job) => job.state.name === 'done');
  const troubled = jobs.filter((job) => job.state.name !== 'done' && job.state.name !== 'canceled');
  if (troubled.length + refused.length > 0) {
    const needsCredits = troubled.some((job) => job.state.name === 'needsCredits');
    return {
      isWarning: true,
      message: troubleText(saved.length, troubled, refused, jobs.length + refused.length),
      steps: [...(needsCredits ? [{ kind: 'resume' } as const] : []), { kind: 'showJobs' }],
    };
  }
  if (saved.length > 0) return { isWarning: false, message: savedText(saved), steps: stepsAfter(saved) };
  return jobs.some((job) => job.state.name === 'canceled' && job.state.spent)
    ? {
        isWarning: true,
        message: say('Canceled. Credits of files that the network had accepted are spent.'),
        steps: [{ kind: 'showJobs' }],
      }
    : undefined;
}

function troubleText(
  saved: number,
  troubled: readonly Job[],
  refused: readonly RefusedFile[],
  total: number,
): Words {
  const [first] = refused;
  const reason =
    troubled.map(reasonText).find((text) => text !== undefined) ?? (first && problemText(first.problem));
  const count = say('{0} of {1} files done.', countText(saved), countText(total));
  return total === 1 ? (reason ?? count) : joined([count, reason], ' ');
}

function stepsAfter(saved: readonly Job[]): NextStep[] {
  const outputs = saved.flatMap((job) => outputOf(job) ?? []);
  const [first] = saved;
  const [output] = outputs;
  return [
    ...(saved.length === 1 && output !== undefined ? [{ kind: 'open', output } as const] : []),
    ...(first !== undefined && outputs.length > 0 ? [{ kind: 'undo', batch: first.batch } as const] : []),
  ];
}

function outputOf({ state }: Job): string | undefined {
  return state.name === 'done' ? state.output : undefined;
}

function savedText(saved: readonly Job[]): Words {
  const outputs = saved.flatMap((job) => outputOf(job) ?? []);
  if (outputs.length === 0) return say('Nothing to save: already as small as it gets.');
  if (saved.some((job) => job.tool === 'compress')) return compressedText(saved, outputs);
  const [output, ...others] = outputs;
  return output === undefined || others.length > 0
    ? say('Converted {0} files.', countText(outputs.length))
    : say('Saved {0}.', fileName(output));
}

function compressedText(saved: readonly Job[], outputs: readonly string[]): Words {
  const sizes = saved.flatMap((job) =>
    job.state.name === 'done' && job.state.outputBytes !== undefined && job.sourceBytes
      ? [{ before: job.sourceBytes, after: job.state.outputBytes }]
      : [],
  );
  const before = sizes.reduce((sum, size) => sum + size.before, 0);
  const after = sizes.reduce((sum, size) => sum + size.after, 0);
  const share = percentText(1 - after / before);
  return outputs.length === 1
    ? say('Saved {0}, {1} smaller.', fileName(outputs[0] ?? ''), share)
    : say('Compressed {0} files, {1} smaller in all.', countText(outputs.length), share);
}
