import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes a connection that falls silent while its caller should send or read, but not while the caller waits for the
 * service: storing a large file takes time.
 */
export function closeIdleConnection(request: IncomingMessage, response: ServerResponse): void {
  // Without a listener, any silent connection is closed.
  response.on('timeout', (socket: Socket) => {
    if (!request.complete || response.headersSent) socket.destroy();
  });
}
