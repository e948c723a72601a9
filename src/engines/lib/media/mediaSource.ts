import { CustomSource } from 'mediabunny';
import { setImmediate } from 'node:timers/promises';
import type { ByteSource } from '../byteSource.ts';

/** Bytes for the library of media containers to read. */
export function mediaSource(bytes: ByteSource): CustomSource {
  return new CustomSource({
    getSize: () => bytes.size,
    read: async (start, end) => {
      // The library would go on without a break, and let nothing else of the process have its turn.
      await setImmediate();
      return bytes.read(start, end - start);
    },
    prefetchProfile: 'fileSystem',
  });
}
