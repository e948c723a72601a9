import {
  AdtsOutputFormat,
  FlacOutputFormat,
  MkvOutputFormat,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  MpegTsOutputFormat,
  OggOutputFormat,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny';
import { type FileHandle, open } from 'node:fs/promises';

/** Up to this size, a file is kept in memory until it is complete, so that its metadata can be written first. */
const maxFastStartBytes = 64 * 1024 ** 2;

/** Returns the container format for writing a file of approximately `bytes` bytes. */
export function outputFormat(to: string, bytes: number): OutputFormat {
  const fastStart = bytes <= maxFastStartBytes ? 'in-memory' : false;
  switch (to) {
    case 'mp4':
    case 'm4a':
      return new Mp4OutputFormat({ fastStart });
    case 'mov':
      return new MovOutputFormat({ fastStart });
    case 'mkv':
    case 'mka':
      return new MkvOutputFormat();
    case 'webm':
    case 'weba':
      return new WebMOutputFormat();
    case 'ts':
      return new MpegTsOutputFormat();
    case 'aac':
      return new AdtsOutputFormat();
    case 'flac':
      return new FlacOutputFormat();
    case 'mp3':
      return new Mp3OutputFormat();
    case 'ogg':
    case 'opus':
      return new OggOutputFormat();
    case 'wav':
      return new WavOutputFormat();
    default:
      throw new Error(`Unsupported container format: ${to}`);
  }
}

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
