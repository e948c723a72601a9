import { StreamTarget, type StreamTargetChunk } from 'mediabunny';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * A file that is opened with the first bytes for it, and closed when the output ends in whatever way. The library's own
 * target opens its file at once and leaves it open where an output is given up before it was started.
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
        // A stream that has failed closes nothing any more.
        await close();
        throw error;
      }
    },
    close,
    abort: close,
  });
  return new StreamTarget(writable, { chunked: true });
}

/** A disk that gets full takes a part of what it is given before it refuses. */
async function writeAll(file: FileHandle, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.length;) {
    done += (await file.write(data, done, data.length - done, position + done)).bytesWritten;
  }
}
