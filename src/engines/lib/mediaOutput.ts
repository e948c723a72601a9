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
import { open } from 'node:fs/promises';
import { SyncedFile } from '../../util/files.ts';

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
  let file: SyncedFile | undefined;
  const close = async (): Promise<void> => {
    const written = file;
    file = undefined;
    await written?.close();
  };
  const writable = new WritableStream<StreamTargetChunk>({
    write: async ({ data, position }) => {
      file ??= new SyncedFile(await open(path, 'w'));
      try {
        await file.write(data, position);
      } catch (error) {
        // The library doesn't close a stream that has failed.
        await close().catch(() => {});
        throw error;
      }
    },
    close,
    abort: close,
  });
  return new StreamTarget(writable, { chunked: true });
}
