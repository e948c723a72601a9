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
import { fault } from '../../contract/faults/fault.ts';
import { own } from '../../util/own.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineWork } from '../api/work.ts';
import type { ByteSource } from '../lib/byteSource.ts';
import { damagedMedia } from '../lib/media/faults.ts';
import { fileTarget } from '../lib/media/fileTarget.ts';
import { checkIsoMedia } from '../lib/media/isoMedia.ts';
import { outputFormat } from '../lib/media/outputFormats.ts';
import { checkMatroska } from './matroska.ts';
import { withMedia } from './openMedia.ts';
import { audioOnly } from './video.ts';

const usualCodecs: Readonly<Record<string, readonly MediaCodec[]>> = {
  mp4: ['avc', 'hevc', 'av1', 'vp9', 'aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac'],
  mov: ['avc', 'hevc', 'av1', 'prores', 'aac', 'mp3', 'ac3', 'eac3', ...PCM_AUDIO_CODECS],
  m4a: ['aac', 'ac3', 'eac3'],
};

/** Moves encoded video and audio to another container: nothing is re-encoded, so nothing gets worse. */
export async function remux(work: EngineWork): Promise<void> {
  await withMedia(work.inputPath, async (input, bytes) => copyTracks(input, bytes, work));
}

async function copyTracks(input: Input, bytes: ByteSource, { to, outputPath }: EngineWork): Promise<void> {
  // The library would make a shorter video of a truncated one.
  const title = checkMatroska(bytes);
  checkIsoMedia(bytes);
  const onlyAudio = audioOnly.has(to);
  const output = new Output({ format: outputFormat(to, bytes.size), target: fileTarget(outputPath) });
  const conversion = await Conversion.init({
    input,
    output,
    tracks: onlyAudio ? 'primary' : 'all',
    video: { discard: onlyAudio },
    // The library reads Matroska's tags, but not the title, which is stored elsewhere.
    tags: (tags) => (title === undefined ? tags : { title, ...tags }),
    // Audio starts a little before its video to prime the decoder: everything is shifted so that nothing is cut.
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
    // It also waits for the conversion's own cancellation.
    await output.cancel();
    throw error;
  }
}

/** @throws ConversionError for a track whose data isn't at its declared place */
async function holdsAnything(track: InputTrack): Promise<boolean> {
  const packets = new EncodedPacketSink(track);
  if (await packets.getFirstPacket()) return true;
  if (await packets.getFirstPacket({ metadataOnly: true })) throw damagedMedia();
  return false;
}

function nothingIn(onlyAudio: boolean): ConversionError {
  return onlyAudio ? new ConversionError(fault('audio.none')) : damagedMedia();
}

/** @throws ConversionError unless the track was dropped on purpose */
async function explain({ track, reason }: DiscardedTrack, to: string): Promise<void> {
  if (reason === 'discarded_by_user') return;
  const codec = await track.getCodec();
  if (codec === null) throw new ConversionError(fault(`${typeOf(track)}.encoding`));
  if (track.isVideoTrack() && (await track.getRotation()) !== 0) {
    throw new ConversionError(fault('video.turned', to));
  }
  throw new ConversionError(fault(`${typeOf(track)}.unheld`, to, codec));
}

/** @throws ConversionError for a track that players wouldn't play */
async function checkCodec(track: InputTrack, to: string): Promise<void> {
  const codec = await track.getCodec();
  if (codec === null || isUsual(codec, to)) return;
  throw new ConversionError(fault(`${typeOf(track)}.unusual`, to, codec));
}

function typeOf(track: InputTrack): 'video' | 'audio' {
  return track.isVideoTrack() ? 'video' : 'audio';
}

/** True if the usual players of a format support a codec in it; the library would allow others. */
function isUsual(codec: MediaCodec, to: string): boolean {
  return own(usualCodecs, to)?.includes(codec) ?? true;
}
