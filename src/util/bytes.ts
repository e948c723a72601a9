/** Reads bytes in order into the caller's buffer, so that the caller decides when to reuse the buffer. */
export interface ByteReader {
  /** Fills `memory` from its start with the next bytes. Resolves to their number, which is 0 only at the end. */
  read(memory: Buffer): Promise<number>;
  /** Closes the source once an ongoing read has ended. Never rejects. May be called several times. */
  close(): Promise<void>;
}

// Takes a quarter of the calls and thread switches of Node's default of 64 KiB. Larger chunks save nothing more.
const memoryBytes = 256 * 1024;

/** A new buffer for reading a file of at most this many bytes. */
export function newMemory(maxBytes = Number.POSITIVE_INFINITY): Buffer {
  return Buffer.allocUnsafeSlow(Math.max(1, Math.min(maxBytes, memoryBytes)));
}

/**
 * The bytes in chunks. Each chunk has a new buffer, or is in `memory` until the next one is read. Closes the reader.
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

/** A reader that returns these chunks. */
export function readerOfChunks(pieces: AsyncGenerator<Buffer>): ByteReader {
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

/** A Buffer that shares the bytes of a view. */
export function bufferOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
