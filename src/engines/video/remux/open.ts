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
import { isConversionError } from '../../api/conversionError.ts';
import { type ByteSource, openBytes } from '../../lib/byteSource.ts';
import { damagedMedia } from '../../lib/media/faults.ts';
import { withoutArrivalTimes } from './transportStream.ts';

/** All that the library reads, but playlists: they name other files and addresses. */
const formats: InputFormat[] = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS];

/**
 * Opens a file of audio or video for as long as `use` takes.
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
    // A fault of the disk is the service's own; the library's are about what it reads.
    if (isConversionError(error) || (error instanceof Error && 'syscall' in error)) throw error;
    throw damagedMedia(error);
  } finally {
    file.dispose();
  }
}

/** Bytes for the library of media containers to read. */
function mediaSource(bytes: ByteSource): CustomSource {
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
