import { CodedError } from '../../contract/errors.ts';

/** The local service couldn't be started, or ended during the start. Nothing was sent to it. */
export class LocalServiceError extends CodedError {
  override readonly name = 'LocalServiceError';
  readonly code = 'localService.unavailable';
}
