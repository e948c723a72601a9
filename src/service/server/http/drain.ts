import type { FastifyReply, FastifyRequest } from 'fastify';

const drainMs = 30_000;

/**
 * An `onSend` hook for answers before the end of the request. Reads and discards the remaining data from the client. If
 * the connection were closed with unread bytes, it would be reset, and the client would lose the answer. A client that
 * doesn't stop sending is cut off.
 */
export async function drain(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const incoming = request.raw;
  if (incoming.complete || incoming.destroyed) return;
  const { socket } = incoming;
  // If the client asked to close the connection, Node would do so right after the answer.
  const closeAfterwards = !reply.raw.shouldKeepAlive;
  reply.raw.shouldKeepAlive = true;
  const timer = setTimeout(() => socket.destroy(), drainMs);
  timer.unref();
  incoming.once('close', () => clearTimeout(timer));
  incoming.once('end', () => {
    clearTimeout(timer);
    if (!closeAfterwards) return;
    if (reply.raw.writableFinished) socket.end();
    else reply.raw.once('finish', () => socket.end());
  });
  incoming.unpipe();
  incoming.resume();
}
