import { idempotencyKeyHeader } from '../../../contract/extensions.ts';
import { serviceError } from '../../faults.ts';

/** A submission that its caller may repeat without paying twice. */
export interface Repeatable {
  /** Unique for each submission of an account. */
  readonly key: string;
  /** Equal for equal requests: the hex SHA-256 of everything that the job depends on. */
  readonly fingerprint: string;
}

/** A submission that was accepted under a key. */
export interface AcceptedSubmission extends Pick<Repeatable, 'fingerprint'> {
  readonly jobId: string;
}

/** @throws ServiceError `request.idempotency_key_reused` if another request was accepted under the same key */
export function checkSameRequest({ fingerprint }: Repeatable, accepted: AcceptedSubmission): void {
  if (accepted.fingerprint === fingerprint) return;
  throw serviceError(
    'request.idempotency_key_reused',
    `A different request was sent with this ${idempotencyKeyHeader}.`,
  );
}
