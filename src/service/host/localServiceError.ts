import { CodedError } from '../../contract/errors.ts';

/** The local service could not be started, or ended while it was. Nothing was sent to it. */
export class LocalServiceError extends CodedError {
  override readonly name = 'LocalServiceError';
  readonly code = 'localService.unavailable';
}
