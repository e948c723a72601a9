import type { IncomingMessage } from 'node:http';
import { type Disposable, toDisposable } from '../../../util/disposable.ts';

/** The least that has to come of a body in each stretch of time. */
export interface UploadPace {
  readonly bytes: number;
  readonly everyMs: number;
}

export interface BodyLimits {
  /** Of all of it, whatever its parts are called. */
  readonly maxBytes: number;
  readonly pace?: UploadPace | undefined;
  readonly onTooLong: () => void;
}

/**
 * Counts what arrives of a body while something else reads it, which has to begin at once. A connection that brings less
 * than its pace is closed, as one that is silent is.
 */
export function watchBody(request: IncomingMessage, { maxBytes, pace, onTooLong }: BodyLimits): Disposable {
  let bytes = 0;
  let sinceTick = 0;
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    sinceTick += chunk.length;
    if (bytes > maxBytes) onTooLong();
  };
  const tick = (): void => {
    // What waits here to be read is not the caller's delay.
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
