import { setImmediate } from 'node:timers/promises';
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
import type { Traits } from '../../contract/losses.ts';
import { isConversionError } from '../api/conversionError.ts';
import type { EngineTask, EngineResult } from '../api/task.ts';
import { type ByteSource, openBytes } from '../lib/byteSource.ts';
import { damagedMedia } from '../lib/mediaFaults.ts';

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

const syncByte = 0x47;
const packetBytes = 188;
/** The size of the arrival time that Blu-ray discs and camcorders store before each packet. */
const timeBytes = 4;
const timedPacketBytes = timeBytes + packetBytes;

/** Returns a transport stream without arrival times, and other data unchanged. */
function withoutArrivalTimes(bytes: ByteSource): ByteSource {
  const head = bytes.read(0, 2 * timedPacketBytes);
  const isTimed = head[timeBytes] === syncByte && head[timeBytes + timedPacketBytes] === syncByte;
  if (!isTimed || head[0] === syncByte) return bytes;
  return {
    size: Math.floor(bytes.size / timedPacketBytes) * packetBytes,
    read: (at, length) => {
      const first = Math.floor(at / packetBytes);
      const last = Math.ceil((at + length) / packetBytes);
      const timed = bytes.read(first * timedPacketBytes, (last - first) * timedPacketBytes);
      const packets = Buffer.alloc(Math.floor(timed.length / timedPacketBytes) * packetBytes);
      for (let packet = 0; packet * packetBytes < packets.length; packet += 1) {
        const from = packet * timedPacketBytes + timeBytes;
        timed.copy(packets, packet * packetBytes, from, from + packetBytes);
      }
      return packets.subarray(at - first * packetBytes, at + length - first * packetBytes);
    },
  };
}

/** Tags that every format keeps, and entries of Mediabunny's list that aren't tags. */
const usualTags = new Set<string>(
  'title artist album trackNumber tracksTotal date genre images raw'.split(' '),
);
const maxUsualRate = 48_000;

/** Finds the traits of an audio or video file: its tracks and tags. Returns none for a damaged file. */
export async function probeMedia({ inputPath }: EngineTask): Promise<EngineResult> {
  let traits: Traits = {};
  try {
    await withMedia(inputPath, async (input) => {
      const [tracks, audio, tags] = await Promise.all([
        input.getTracks(),
        input.getAudioTracks(),
        input.getMetadataTags(),
      ]);
      const named = Object.entries(tags).filter(([, value]) => value !== undefined);
      const hasVideo = tracks.some((track) => track.isVideoTrack());
      traits = {
        animation: hasVideo,
        cover: (tags.images?.length ?? 0) > 0,
        highRates: audio.some(({ sampleRate }) => sampleRate > maxUsualRate),
        otherTracks: audio.length > 1,
        sound: audio.length > 0,
        surround: audio.some(({ numberOfChannels }) => numberOfChannels > 2),
        video: hasVideo,
        ...(named.some(([name]) => !usualTags.has(name)) ? { moreTags: true } : {}),
      };
    });
  } catch {
    return { traits: {} };
  }
  return { traits };
}
