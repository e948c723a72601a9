import { CodedError, type ProblemCode } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults/fault.ts';

/** The local service couldn't be started, or ended during the start. Nothing was sent to it. */
export class LocalServiceError extends CodedError {
  override readonly name = 'LocalServiceError';
  readonly code = 'localService.unavailable';
}

/** A preview failed, with the code and the detail that a job would have failed with. */
export class PreviewError extends CodedError {
  override readonly name = 'PreviewError';
  readonly code: ProblemCode;

  constructor(code: ProblemCode, detail: string, fault: Fault | undefined) {
    super(detail, { fault });
    this.code = code;
  }
}
