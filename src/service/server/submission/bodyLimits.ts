import type { IncomingMessage } from 'node:http';
import { type Disposable, toDisposable } from '../../../util/disposable.ts';

/** The minimum speed of an upload: bytes per interval. */
export interface UploadPace {
  readonly bytes: number;
  readonly everyMs: number;
}

interface BodyLimits {
  /** Maximum size of the whole body, including its multipart framing. */
  readonly maxBytes: number;
  readonly pace?: UploadPace | undefined;
  readonly onTooLong: () => void;
}

/**
 * Counts the bytes of a body while other code reads it, which must start immediately. Closes a connection that is
 * slower than the minimum speed.
 */
export function limitBody(request: IncomingMessage, { maxBytes, pace, onTooLong }: BodyLimits): Disposable {
  let bytes = 0;
  let sinceTick = 0;
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    sinceTick += chunk.length;
    if (bytes > maxBytes) onTooLong();
  };
  const tick = (): void => {
    // If there is unread data, the service is the cause of the delay, not the caller.
    const waitsForUs = request.isPaused() || request.readableLength > 0;
    if (pace !== undefined && sinceTick < pace.bytes && !waitsForUs && !request.complete)
      request.socket.destroy();
    sinceTick = 0;
  };
  request.on('data', onData);
  const timer = pace && setInterval(tick, pace.everyMs).unref();
  return toDisposable(() => {
    clearInterval(timer);
    request.off('data', onData);
  });
}
