import { type MediaCodec, PCM_AUDIO_CODECS } from 'mediabunny';
import { own } from '../../../util/own.ts';

const usualCodecs: Readonly<Record<string, readonly MediaCodec[]>> = {
  mp4: ['avc', 'hevc', 'av1', 'vp9', 'aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac'],
  mov: ['avc', 'hevc', 'av1', 'prores', 'aac', 'mp3', 'ac3', 'eac3', ...PCM_AUDIO_CODECS],
  m4a: ['aac', 'ac3', 'eac3'],
};

/** Whether the usual players of a format take a codec in it; the library would put there what none of them looks for. */
export function isUsual(codec: MediaCodec, to: string): boolean {
  return own(usualCodecs, to)?.includes(codec) ?? true;
}
