import {
  ADTS,
  CustomSource,
  FLAC,
  Input,
  type InputFormat,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import { setImmediate } from 'node:timers/promises';
import { isConversionError } from '../api/conversionError.ts';
import { type ByteSource, openBytes } from '../lib/byteSource.ts';
import { damagedMedia } from '../lib/media/faults.ts';
import { withoutArrivalTimes } from './transportStream.ts';

/** All formats that Mediabunny reads, except playlists, which refer to other files and addresses. */
const formats: InputFormat[] = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS];

/**
 * Opens an audio or video file for the duration of `use`.
 * @throws ConversionError
 */
export async function withMedia(
  path: string,
  use: (input: Input, bytes: ByteSource) => Promise<void>,
): Promise<void> {
  const file = openBytes(path);
  try {
    const input = new Input({ formats, source: mediaSource(withoutArrivalTimes(file)) });
    try {
      await use(input, file);
    } finally {
      input.dispose();
    }
  } catch (error) {
    // Disk errors are the service's own. Mediabunny's errors are about the file.
    if (isConversionError(error) || (error instanceof Error && 'syscall' in error)) throw error;
    throw damagedMedia(error);
  } finally {
    file.dispose();
  }
}

/** Wraps bytes as a source for Mediabunny. */
function mediaSource(bytes: ByteSource): CustomSource {
  return new CustomSource({
    getSize: () => bytes.size,
    read: async (start, end) => {
      // Without this, Mediabunny would never let other tasks of the process run.
      await setImmediate();
      return bytes.read(start, end - start);
    },
    prefetchProfile: 'fileSystem',
  });
}
