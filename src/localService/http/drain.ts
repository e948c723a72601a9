import type { IncomingMessage } from 'node:http';

const drainMs = 30_000;

/**
 * Reads on, and throws away, what a client still sends after its answer: if the connection were closed on unread bytes
 * the system would reset it, and the client would lose the answer. A client that never stops is cut off.
 */
export function drain(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), drainMs);
  timer.unref();
  const stop = (): void => clearTimeout(timer);
  request.once('end', stop).once('close', stop);
}
