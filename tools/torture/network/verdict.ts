import type { BookedJob, LedgerState } from './ledgerState.ts';
import type { JobOutcome, Sent } from './jobSender.ts';
import { kindOf, type TenantSubmission } from './submissions.ts';

/** The outcome of one submission, as its sender sees it. */
export interface SubmissionOutcome {
  readonly submission: TenantSubmission;
  readonly sent: Sent;
  readonly result: JobOutcome;
}

/** The numbers of faults by kind. Without faults, all are 0 or true. */
export interface NetworkVerdict {
  readonly filesLost: number;
  readonly halfOutputs: number;
  readonly chargedTwice: number;
  readonly refundedTwice: number;
  readonly stuck: number;
  readonly stuckAfterRecovery: number;
  readonly ledgerSums: boolean;
}

interface NetworkEvidence {
  readonly outcomes: readonly SubmissionOutcome[];
  readonly books: LedgerState;
  /** The hash of the expected output for each kind of submission. */
  readonly expected: ReadonlyMap<string, string>;
  readonly tell: (line: string) => void;
}

/** True if nothing was lost, truncated, paid or refunded twice, or stuck. */
export function isClean({
  filesLost,
  halfOutputs,
  chargedTwice,
  refundedTwice,
  stuck,
  stuckAfterRecovery,
  ledgerSums,
}: NetworkVerdict): boolean {
  const faults = filesLost + halfOutputs + chargedTwice + refundedTwice + stuck + stuckAfterRecovery;
  return faults === 0 && ledgerSums;
}

/** Compares the clients' observations with the ledger. */
export function verdictOn({ outcomes, books, expected, tell }: NetworkEvidence): NetworkVerdict {
  const wrong = { filesLost: 0, halfOutputs: 0, chargedTwice: 0, refundedTwice: 0, stuck: 0 };
  const find = (kind: keyof typeof wrong, line: string): void => {
    wrong[kind] += 1;
    tell(`${kind}: ${line}`);
  };
  const bySize = Map.groupBy(books.jobs, ({ inputBytes }) => inputBytes);
  for (const { submission, sent, result } of outcomes) {
    const name = `file ${submission.number}`;
    const [job, ...others] = bySize.get(submission.body.length) ?? [];
    if (others.length > 0) find('chargedTwice', `${name} is ${others.length + 1} jobs`);
    if (job === undefined) {
      find('filesLost', `${name} was accepted as ${sent.id}, but has no job`);
      continue;
    }
    checkEntries(job, name, find);
    if (job.status !== 'Succeeded') continue;
    if (typeof result === 'string') find('filesLost', `the result of ${name}, ${job.id}, is ${result}`);
    else if (result.hash !== expected.get(kindOf(submission))) find('halfOutputs', `${name}, ${job.id}`);
  }
  if (books.strayEntries > 0) find('chargedTwice', `${books.strayEntries} entries are for no job`);
  if (books.leftOver > 0)
    find('stuck', `${books.leftOver} jobs are left in the queue or counted as in flight`);
  return { ...wrong, stuckAfterRecovery: books.late, ledgerSums: books.sums };
}

function checkEntries(
  { id, status, credits, charges, refunds, charged, refunded }: BookedJob,
  name: string,
  find: (kind: 'filesLost' | 'chargedTwice' | 'refundedTwice' | 'stuck', line: string) => void,
): void {
  const isPaid = charges > 0;
  const [due, back] = [isPaid ? credits : 0, status === 'Failed' && isPaid ? credits : 0];
  if (status !== 'Succeeded' && status !== 'Failed') find('stuck', `${name}, ${id}, is ${status}`);
  if (charges > 1 || charged > due)
    find('chargedTwice', `${name}, ${id}, cost ${charged} credits in ${charges} entries`);
  if (refunds > 1 || refunded > back) find('refundedTwice', `${name}, ${id}, gave back ${refunded} credits`);
  if (refunded < back)
    find('filesLost', `${name}, ${id}, failed and gave back ${refunded} of ${credits} credits`);
}
