/** Reads bytes in their order into memory of whoever asks, who so decides when that is used again. */
export interface ByteReader {
  /** Fills `memory` from its start with bytes that come next; resolves to their count, which is 0 at the end alone. */
  read(memory: Buffer): Promise<number>;
  /** Closes what was opened, once a read that is under way has ended. Never rejects, and may be called again. */
  close(): Promise<void>;
}

// A quarter of the calls and switches of threads that Node's own 64 KiB take; more saves no more.
const memoryBytes = 256 * 1024;

/** Memory that nothing was ever read into, for files that have no more than so many bytes. */
export function newMemory(mostBytes = Number.POSITIVE_INFINITY): Buffer {
  return Buffer.allocUnsafeSlow(Math.max(1, Math.min(mostBytes, memoryBytes)));
}

/**
 * The bytes in pieces, each in memory of its own, or in the one that is given, which holds a piece until the next is asked
 * for. Closes the reader.
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
