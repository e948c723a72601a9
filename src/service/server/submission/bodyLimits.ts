import type { IncomingMessage } from 'node:http';
import { type Disposable, toDisposable } from '../../../util/disposable.ts';

/** The minimum number of bytes of a body per interval. */
export interface UploadPace {
  readonly bytes: number;
  readonly everyMs: number;
}

interface BodyLimits {
  /** The whole body, including its framing. */
  readonly maxBytes: number;
  readonly pace?: UploadPace | undefined;
  readonly onTooLong: () => void;
}

/**
 * Counts a body's bytes while something else reads it, which must start immediately. A connection slower than the pace
 * is closed, like a silent one.
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
    // Data that waits to be read here isn't the caller's delay.
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
