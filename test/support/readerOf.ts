import type { ByteReader } from '../../src/util/byteReader.ts';

/** A reader that gives the pieces as they are, or in parts where they are larger than the memory for them. */
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
