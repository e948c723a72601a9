import { hourMs } from '../../util/clock.ts';
import type { Extensions } from '../../contract/extensions.ts';
import type { Job, LostSubmission } from './job.ts';

/** The submission to send again if the answer to the current one is lost; `undefined` if it has no key. */
export function lostSubmissionOf({ state, lostSubmission }: Job): LostSubmission | undefined {
  if (lostSubmission !== undefined || state.name !== 'uploading' || state.key === undefined) {
    return lostSubmission;
  }
  const { key, startedAt, sha256 } = state;
  return { key, sentAt: startedAt, sha256 };
}

/**
 * True if a submission of the same content may be sent again: the service still remembers the lost submission's key,
 * with an hour to spare for the upload.
 */
export function isRepeatable(
  lost: LostSubmission,
  sha256: string | undefined,
  { idempotencyKeySeconds = 0 }: Extensions,
  now: number,
): boolean {
  return lost.sha256 === sha256 && now - lost.sentAt < 1000 * idempotencyKeySeconds - hourMs;
}
