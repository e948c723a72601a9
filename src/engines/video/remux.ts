import {
  Conversion,
  type DiscardedTrack,
  EncodedPacketSink,
  type Input,
  type InputTrack,
  type MediaCodec,
  Output,
  PCM_AUDIO_CODECS,
} from 'mediabunny';
import { fault } from '../../contract/fault.ts';
import { ownValue } from '../../util/ownValue.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineTask } from '../api/task.ts';
import type { ByteSource } from '../lib/byteSource.ts';
import { damagedMedia } from '../lib/mediaFaults.ts';
import { fileTarget, outputFormat } from '../lib/mediaOutput.ts';
import { checkIsoMedia } from '../lib/isoMedia.ts';
import { checkMatroska } from './matroska.ts';
import { withMedia } from './openMedia.ts';
import { audioOnly } from './video.ts';

const usualCodecs: Readonly<Record<string, readonly MediaCodec[]>> = {
  mp4: ['avc', 'hevc', 'av1', 'vp9', 'aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac'],
  mov: ['avc', 'hevc', 'av1', 'prores', 'aac', 'mp3', 'ac3', 'eac3', ...PCM_AUDIO_CODECS],
  m4a: ['aac', 'ac3', 'eac3'],
};

/** Moves encoded video and audio to another container. Nothing is re-encoded, so the quality stays the same. */
export async function remux(task: EngineTask): Promise<void> {
  await withMedia(task.inputPath, async (input, bytes) => copyTracks(input, bytes, task));
}

async function copyTracks(input: Input, bytes: ByteSource, { to, outputPath }: EngineTask): Promise<void> {
  // Mediabunny would turn a truncated video into a shorter one without an error.
  const title = checkMatroska(bytes);
  checkIsoMedia(bytes);
  const onlyAudio = audioOnly.has(to);
  const output = new Output({ format: outputFormat(to, bytes.size), target: fileTarget(outputPath) });
  const conversion = await Conversion.init({
    input,
    output,
    tracks: onlyAudio ? 'primary' : 'all',
    video: { discard: onlyAudio },
    // Mediabunny reads the tags of Matroska, but not the title, which is stored elsewhere.
    tags: (tags) => (title === undefined ? tags : { title, ...tags }),
    // Audio may start slightly before the video to prime the decoder. All tracks are shifted so that nothing is cut
    // off.
    copy: { mode: 'forced', shiftTolerance: Number.POSITIVE_INFINITY },
    showWarnings: false,
  });
  try {
    for (const discarded of conversion.discardedTracks) await explain(discarded, to);
    for (const track of conversion.utilizedTracks) await checkCodec(track, to);
    const held = await Promise.all(conversion.utilizedTracks.map(async (track) => holdsAnything(track)));
    if (!held.includes(true)) throw nothingIn(onlyAudio);
    await conversion.execute();
  } catch (error) {
    // Canceling the output also waits until the conversion is canceled.
    await output.cancel();
    throw error;
  }
}

/** True if a track contains data. @throws ConversionError if the data isn't at its declared position */
async function holdsAnything(track: InputTrack): Promise<boolean> {
  const packets = new EncodedPacketSink(track);
  if (await packets.getFirstPacket()) return true;
  if (await packets.getFirstPacket({ metadataOnly: true })) throw damagedMedia();
  return false;
}

function nothingIn(onlyAudio: boolean): ConversionError {
  return onlyAudio ? new ConversionError(fault('audio.none')) : damagedMedia();
}

/** Explains why Mediabunny discarded a track. @throws ConversionError unless the track was dropped on purpose */
async function explain({ track, reason }: DiscardedTrack, to: string): Promise<void> {
  if (reason === 'discarded_by_user') return;
  const codec = await track.getCodec();
  if (codec === null) throw new ConversionError(fault(`${typeOf(track)}.encoding`));
  if (track.isVideoTrack() && (await track.getRotation()) !== 0) {
    throw new ConversionError(fault('video.turned', to));
  }
  throw new ConversionError(fault(`${typeOf(track)}.unheld`, to, codec));
}

/** Checks that common players can play a track in the target format. @throws ConversionError if they can't */
async function checkCodec(track: InputTrack, to: string): Promise<void> {
  const codec = await track.getCodec();
  if (codec === null || isUsual(codec, to)) return;
  throw new ConversionError(fault(`${typeOf(track)}.unusual`, to, codec));
}

function typeOf(track: InputTrack): 'video' | 'audio' {
  return track.isVideoTrack() ? 'video' : 'audio';
}

/** True if common players support a codec in a format. Mediabunny allows more combinations. */
function isUsual(codec: MediaCodec, to: string): boolean {
  return ownValue(usualCodecs, to)?.includes(codec) ?? true;
}
