import type { ServerResponse } from 'node:http';
import { refusal } from '../../faults.ts';

/** Returns a signal that aborts if the connection ends before its request is answered. Nobody reads its ServiceError. */
export function callerGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) gone.abort(refusal('request.malformed', 'The connection has ended.'));
  };
  if (response.closed || response.destroyed) onClose();
  else response.once('close', onClose);
  return gone.signal;
}
