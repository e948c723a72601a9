import type { ByteReader } from '../../src/util/bytes.ts';

/** A reader that returns these pieces. A piece that doesn't fit into the caller's memory is split. */
export function readerOf(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): ByteReader & { readonly closed: boolean } {
  const source = (async function* () {
    yield* pieces;
  })();
  let piece: Uint8Array | undefined;
  let closed = false;
  return {
    async read(memory) {
      if (piece === undefined || piece.length === 0) piece = (await source.next()).value ?? Buffer.alloc(0);
      const part = piece.subarray(0, memory.length);
      memory.set(part);
      piece = piece.subarray(part.length);
      return part.length;
    },
    async close() {
      closed = true;
    },
    get closed() {
      return closed;
    },
  };
}
