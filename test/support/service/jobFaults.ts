import type { jobFailureCodes } from '../../../src/contract/dialect.ts';

const fault =
  (error: (typeof jobFailureCodes)[number]) =>
  (detail: string): object => ({ error, detail });

/** The error of a failed job, as the service reports it. */
export const invalid = fault('conversion.invalid_input');
export const tooMuch = fault('conversion.limit_exceeded');
export const programNeeded = fault('conversion.program_needed');
const locked = fault('conversion.password_needed');
export const passwordMissing = locked('The file is password-protected.');
export const passwordWrong = locked('The password is incorrect.');
