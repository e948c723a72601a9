import { type Fault, faultCode, faultSentence } from '../../contract/faults/fault.ts';
import type { FaultCode } from '../../contract/faults/faultSentences.ts';

/** A conversion that could not be done: its fault, with the code that its job fails with, and the English of it as its message. */
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

/** Whether it is one, from whichever bundle: each has a class of its own. */
export function isConversionError(error: unknown): error is ConversionError {
  return error instanceof Error && error.name === 'ConversionError';
}
