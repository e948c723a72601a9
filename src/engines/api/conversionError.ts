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

/** The file opens with its password only, and that was not given, or not the right one. */
export function locked(given: boolean, cause?: unknown): ConversionError {
  const detail = given
    ? 'The password does not open the file.'
    : 'The file is locked: its password is needed.';
  return new ConversionError('conversion.password_needed', detail, { cause });
}
