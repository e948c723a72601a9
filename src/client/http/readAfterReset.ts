import type { Socket } from 'node:net';
import { toDisposable } from '../../util/disposable.ts';
import type { Connector } from './undici.ts';

/* oxlint-disable eslint/no-underscore-dangle -- Node defines these names for the methods that implement a stream. */

/** Time to read an answer after the server has stopped accepting bytes. By then, the answer has already arrived. */
const graceMs = 1000;

/**
 * A connector whose sockets stay readable for a moment after a write fails. A server that refuses an upload early (413,
 * 401, 402) answers and closes; the next write then fails with EPIPE or ECONNRESET, and Node would destroy the socket
 * before the answer is read.
 */
export function readAfterResetConnector(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error === null) makePatient(socket);
      callback(...result);
    });
}

/**
 * Delays the failure of a write until the socket has closed, at most for the grace period, and records which chunks
 * have been written.
 */
function makePatient(socket: Socket): void {
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, patiently(socket, [{ chunk }], done));
  if (writev) socket._writev = (chunks, done) => writev(chunks, patiently(socket, chunks, done));
}

type Done = (error?: Error | null) => void;
type Chunks = readonly { readonly chunk: unknown }[];

function patiently(socket: Socket, chunks: Chunks, done: Done): Done {
  return (error) => {
    if (!error) for (const { chunk } of chunks) if (chunk instanceof Uint8Array) noteSent(chunk);
    if (!error || socket.destroyed) {
      done(error);
      return;
    }
    const finish = (): void => {
      timer.dispose();
      socket.off('close', finish);
      done(error);
    };
    const timeout = setTimeout(finish, graceMs).unref();
    const timer = toDisposable(() => clearTimeout(timeout));
    socket.on('close', finish);
  };
}

/** Buffers that a socket has written, and that haven't been reclaimed since. */
const sent = new WeakSet<ArrayBufferLike>();

/** Records that a socket has written a chunk: the system has copied or encrypted its bytes. */
function noteSent(piece: Uint8Array): void {
  sent.add(piece.buffer);
}

/**
 * True if a buffer may be reused: a socket has written all of it as one chunk since it was last reclaimed. `false` for
 * chunks that went anywhere else, as only sockets record them.
 */
export function reclaimBuffer(memory: Uint8Array): boolean {
  return sent.delete(memory.buffer);
}
