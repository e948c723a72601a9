import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes a connection if its caller neither sends nor reads for too long. While the caller waits for the service, the
 * connection stays open, because storing a large file takes time.
 */
export function closeIdleConnection(request: IncomingMessage, response: ServerResponse): void {
  // Without this listener, Node would close any silent connection.
  response.on('timeout', (socket: Socket) => {
    if (!request.complete || response.headersSent) socket.destroy();
  });
}
