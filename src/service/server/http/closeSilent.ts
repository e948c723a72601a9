import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Has a connection closed that falls silent while its caller is to send or to read, and not one whose caller waits for the
 * service: a large file takes its time to where it is kept.
 */
export function closeSilent(request: IncomingMessage, response: ServerResponse): void {
  // Without a listener any silent connection is closed.
  response.on('timeout', (socket: Socket) => {
    if (!request.complete || response.headersSent) socket.destroy();
  });
}
