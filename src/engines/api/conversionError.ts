import type { JobFault } from './jobFault.ts';

/** A conversion that could not be done, with the code that its job fails with and a sentence for people. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly code: JobFault['code'];

  constructor(code: JobFault['code'], detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
  }
}

/** Whether it is one, from whichever bundle: each has a class of its own. */
export function isConversionError(error: unknown): error is ConversionError {
  return error instanceof Error && error.name === 'ConversionError';
}
