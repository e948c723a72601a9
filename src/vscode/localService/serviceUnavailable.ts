import { CodedError } from '../../contract/errors.ts';

/** The error when the local service couldn't be started, or ended while starting. No job was sent to it. */
export function serviceUnavailable(detail: string, options?: ErrorOptions): CodedError {
  return new CodedError('localService.unavailable', detail, options);
}
