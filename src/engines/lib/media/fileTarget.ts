import { StreamTarget, type StreamTargetChunk } from 'mediabunny';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * Writes a stream to a file. The file is created when the first bytes arrive, and closed however the output ends. The
 * library's own target creates its file at once and leaves it open if the output is canceled before its start.
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
        // The library doesn't close a stream that has failed.
        await close();
        throw error;
      }
    },
    close,
    abort: close,
  });
  return new StreamTarget(writable, { chunked: true });
}

/** Writes in a loop, because a disk that is almost full accepts only a part of the data before it fails. */
async function writeAll(file: FileHandle, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.length;) {
    done += (await file.write(data, done, data.length - done, position + done)).bytesWritten;
  }
}
