/** Memory whose bytes a socket has written, and which nobody has taken back since. */
const sent = new WeakSet<ArrayBufferLike>();

/** Says that a socket has written a piece: the system has taken its bytes, or they are encrypted elsewhere. */
export function noteSent(piece: Uint8Array): void {
  sent.add(piece.buffer);
}

/**
 * Whether memory may be used again: all of it was handed over as one piece, and that was sent since it was last taken back.
 * Whoever else reads pieces never says so.
 */
export function takeBack(memory: Uint8Array): boolean {
  return sent.delete(memory.buffer);
}
