import { StreamTarget, type StreamTargetChunk } from 'mediabunny';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * A file that is opened with its first bytes, and closed whenever the output ends. The library's own target opens its
 * file immediately, and leaves it open if an output is canceled before its start.
 */
export function fileTarget(path: string): StreamTarget {
  let file: FileHandle | undefined;
  const close = async (): Promise<void> => {
    await file?.close();
    file = undefined;
  };
  const writable = new WritableStream<StreamTargetChunk>({
    write: async ({ data, position }) => {
      file ??= await open(path, 'w');
      try {
        await writeAll(file, data, position);
      } catch (error) {
        // A failed stream no longer closes anything.
        await close();
        throw error;
      }
    },
    close,
    abort: close,
  });
  return new StreamTarget(writable, { chunked: true });
}

/** A disk that becomes full accepts a part of the data first. */
async function writeAll(file: FileHandle, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.length;) {
    done += (await file.write(data, done, data.length - done, position + done)).bytesWritten;
  }
}
