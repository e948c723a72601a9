/** Memory whose bytes a socket has written, and which hasn't been reclaimed since. */
const sent = new WeakSet<ArrayBufferLike>();

/** Notes that a socket has written a piece: the system has copied or encrypted its bytes. */
export function noteSent(piece: Uint8Array): void {
  sent.add(piece.buffer);
}

/**
 * True if memory may be reused: all of it was sent as one piece since it was last reclaimed. Other readers of pieces
 * never note them as sent.
 */
export function takeBack(memory: Uint8Array): boolean {
  return sent.delete(memory.buffer);
}
