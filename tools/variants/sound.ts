import { madeTogether, named } from './batch.ts';
import type { Variant } from './variant.ts';

/** Variants that SoX reads as silence or noise, or with an offset. */
const byFfmpeg = { decoders: ['FFmpeg'] };
/** Variants that FFmpeg reads as little-endian. */
const bySox = { decoders: ['SoX'] };
/** A compression that only FFmpeg supports. */
const forFfmpeg = { takesProgram: true } as const;

/** Sounds by FFmpeg, SoX, LAME, flac, oggenc, and opusenc, and WAV files in all permitted forms. */
export const soundVariants: readonly Variant[] = madeTogether('sound.py', [
  ...named(
    'wav',
    `pcm_u8 | pcm_s16le | pcm_s24le | pcm_s32le | pcm_f32le | pcm_f64le | pcm_alaw | pcm_mulaw
    8 bits, by SoX | 16 bits, by SoX | 24 bits, by SoX | 32 bits, by SoX | RF64 | MP3 inside
    odd chunks before and after the data | the maximum length, as in streams
    20 of 24 bits, extensible | extensible, without speaker positions | extensible, of floats
    big-endian, 8 bits, by SoX | big-endian, 24 bits, by SoX | big-endian, 32 bits, by SoX
    big-endian, floats, by SoX | big-endian, A-law, by SoX | 1 channels | 2 channels | 3 channels
    4 channels | 5 channels | 6 channels | 7 channels | 8 channels | 8000 Hz | 11025 Hz | 16000 Hz
    22050 Hz | 32000 Hz | 48000 Hz | 88200 Hz | 96000 Hz | 192000 Hz`,
  ),
  ...named(
    'w64',
    `pcm_u8 | pcm_s16le | pcm_s24le | pcm_s32le | pcm_f64le | pcm_alaw | pcm_mulaw | 8 bits, by SoX
    16 bits, by SoX | 24 bits, by SoX | 32 bits, by SoX`,
  ),
  ...named(
    'aiff',
    `pcm_s8 | pcm_s16be | pcm_s24be | pcm_s32be | pcm_s16le | pcm_f32be | pcm_f64be | pcm_alaw
    pcm_mulaw | 8 bits, by SoX | 16 bits, by SoX | 24 bits, by SoX | 32 bits, by SoX`,
  ),
  ...named(
    'au',
    `pcm_s8 | pcm_s16be | pcm_s24be | pcm_s32be | pcm_f32be | pcm_f64be | pcm_alaw | pcm_mulaw
    8 bits, by SoX | 16 bits, by SoX | 24 bits, by SoX | 32 bits, by SoX`,
  ),
  ...named(
    'flac',
    `4 channels | 6 channels | 8 channels | 8 bits, by flac | 16 bits, by flac | 20 bits, by flac
    24 bits, by flac | without a seek table, large blocks | subset off, mid-side, long predictors
    padding and tags | by flac in Ogg`,
  ),
  ...named(
    'mp3',
    `CBR | VBR | ABR | joint stereo | plain stereo | mono | without a Xing header | MPEG 2 | MPEG 2.5
    ID3v1 and ID3v2 | CRC`,
  ),
  ...named('ogg', 'quality 0 | quality 10 | 8000 Hz'),
  ...named('ogg', '3 channels | 4 channels | 5 channels | 6 channels | 7 channels | 8 channels').map(
    (each) => ({ ...each, ...byFfmpeg }),
  ),
  ...named(
    'opus',
    `stereo | mono | six channels | from 16000 Hz | frames of 2.5 ms | frames of 60 ms | constant rate
    with a gain`,
  ),
  ...named('mka', 'flac | libopus | libvorbis | libmp3lame | pcm_s16le | pcm_f32le | pcm_s24le'),
  ...named('weba', 'libopus | libvorbis'),
  { format: 'w64', name: 'pcm_f32le', ...byFfmpeg },
  { format: 'ogg', name: 'mono', ...byFfmpeg },
  { format: 'wav', name: '12 bits', ...byFfmpeg },
  { format: 'aiff', name: 'IMA ADPCM', ...forFfmpeg },
  { format: 'au', name: 'G.726', ...forFfmpeg },
  { format: 'mka', name: 'aac', ...forFfmpeg },
  { format: 'mka', name: 'ac3', ...forFfmpeg },
  { format: 'mka', name: 'alac', ...forFfmpeg },
  { format: 'mka', name: 'tta', ...forFfmpeg },
  { format: 'mka', name: 'wavpack', ...forFfmpeg },
  { format: 'wav', name: 'GSM, by SoX', ...forFfmpeg },
  { format: 'wav', name: 'IMA ADPCM', ...forFfmpeg },
  { format: 'wav', name: 'IMA ADPCM, by SoX', ...forFfmpeg },
  { format: 'wav', name: 'Microsoft ADPCM', ...forFfmpeg },
  { format: 'wav', name: 'Microsoft ADPCM, by SoX', ...forFfmpeg },
  { format: 'wav', name: 'big-endian, 16 bits, by SoX', ...bySox },
  { format: 'mp3', name: 'free format', isRefused: true },
]);
