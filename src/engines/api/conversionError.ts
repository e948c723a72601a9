import { type Fault, faultCode, faultSentence } from '../../contract/faults/fault.ts';
import type { FaultCode } from '../../contract/faults/faultSentences.ts';

/**
 * The error of a failed conversion. It has the fault, the job's error code, and the English sentence as its message.
 */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly fault: Fault;
  readonly code: FaultCode;

  constructor(fault: Fault, options?: ErrorOptions) {
    super(faultSentence(fault), options);
    this.fault = fault;
    this.code = faultCode(fault);
  }
}

/** True for a `ConversionError` of any bundle. `instanceof` wouldn't work, because each bundle has its own class. */
export function isConversionError(error: unknown): error is ConversionError {
  return error instanceof Error && error.name === 'ConversionError';
}
