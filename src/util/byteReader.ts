/** Reads bytes in order into the caller's memory, so that the caller decides when to reuse it. */
export interface ByteReader {
  /** Fills `memory` from its start with the next bytes; resolves to their count, which is 0 only at the end. */
  read(memory: Buffer): Promise<number>;
  /** Closes the source once an ongoing read has ended. Never rejects, and may be called again. */
  close(): Promise<void>;
}

// Needs a quarter of the calls and thread switches of Node's own 64 KiB; larger pieces save nothing more.
const memoryBytes = 256 * 1024;

/** Unused memory for files of at most this many bytes. */
export function newMemory(mostBytes = Number.POSITIVE_INFINITY): Buffer {
  return Buffer.allocUnsafeSlow(Math.max(1, Math.min(mostBytes, memoryBytes)));
}

/**
 * The bytes in pieces, each in memory of its own. If `memory` is given, it holds each piece until the next one is read.
 * Closes the reader.
 */
export async function* piecesOf(reader: ByteReader, memory?: Buffer): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      const into = memory ?? newMemory();
      const count = await reader.read(into);
      if (count === 0) return;
      yield into.subarray(0, count);
    }
  } finally {
    await reader.close();
  }
}

/** A reader of these pieces. */
export function readerOfPieces(pieces: AsyncGenerator<Buffer>): ByteReader {
  let piece: Buffer = Buffer.alloc(0);
  return {
    async read(memory) {
      while (piece.length === 0) {
        const next = await pieces.next();
        if (next.done === true) return 0;
        piece = next.value;
      }
      const count = piece.copy(memory);
      piece = piece.subarray(count);
      return count;
    },
    async close() {
      await pieces.return(undefined);
    },
  };
}
