import { CodedError, type ProblemCode } from '../../contract/errors.ts';
import type { Fault } from '../../contract/faults/fault.ts';

/** A preview failed, with the code and the detail that a job would have failed with. */
export class PreviewError extends CodedError {
  override readonly name = 'PreviewError';
  readonly code: ProblemCode;

  constructor(code: ProblemCode, detail: string, fault: Fault | undefined) {
    super(detail, { fault });
    this.code = code;
  }
}
