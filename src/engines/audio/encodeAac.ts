import { registerAacEncoder } from '@mediabunny/aac-encoder';
import {
  AudioSample,
  AudioSampleSource,
  canEncodeAudio,
  type MetadataTags,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { ownValue } from '../../util/ownValue.ts';
import { damagedMedia } from '../lib/mediaFaults.ts';
import { fileTarget } from '../lib/mediaOutput.ts';
import { type Cover, coverMediaTypes, type Tags } from './metadata.ts';
import { type Libav, sampleFormats } from './libav.ts';
import type { SoundOptions } from './audio.ts';
import { shapedFrames, SoundDecoder, type SoundShape } from './soundDecoder.ts';
import type { SoundReader } from './soundReader.ts';

const bitsPerChannel = 96_000;
const frameSize = 1024;
/** The sample rates that AAC supports (ISO/IEC 14496-3, 1.6.3.4), from 8 kHz on. */
const rates = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000];
const masks = [0x4, 0x3, 0x7, 0x107, 0x37, 0x3f] as const;
const maxChannels = masks.length;
/** The keys of iTunes tags, keyed by FFmpeg's tag names. */
const keys: Readonly<Record<string, string>> = {
  title: '©nam',
  artist: '©ART',
  album: '©alb',
  album_artist: 'aART',
  date: '©day',
  genre: '©gen',
  comment: '©cmt',
  composer: '©wrt',
};

/**
 * Encodes the audio as AAC in an MPEG-4 file.
 * @throws ConversionError
 */
export async function encodeAac(
  libav: Libav,
  reader: SoundReader,
  outputPath: string,
  options: SoundOptions,
): Promise<void> {
  if (!(await canEncodeAudio('aac'))) registerAacEncoder();
  const decoder = new SoundDecoder(libav, reader.codec, reader.parameters);
  const shape = shapeFor(decoder.shape, options);
  const bitrate = options.bitRate === undefined ? shape.channels * bitsPerChannel : options.bitRate * 1000;
  const output = new Output({ format: new Mp4OutputFormat(), target: fileTarget(outputPath) });
  const source = new AudioSampleSource({ codec: 'aac', bitrate });
  output.addAudioTrack(source);
  output.setMetadataTags(metadata(reader.tags, await reader.cover()));
  await output.start();
  // The encoder's first frame is padding, and players skip everything before time 0.
  let samples = -frameSize;
  try {
    for await (const frames of shapedFrames(libav, reader, decoder, shape, frameSize)) {
      for (const frame of frames) {
        const sample = soundOf(libav, frame, shape, samples);
        samples += sample.numberOfFrames;
        await source.add(sample);
        sample.close();
      }
    }
    if (samples === -frameSize) throw damagedMedia();
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  decoder.close();
}

function shapeFor(source: SoundShape, options: SoundOptions): SoundShape {
  const channels = Math.min(options.channels ?? source.channels, maxChannels);
  const rate = options.sampleRate ?? source.sampleRate;
  return {
    channels,
    channelMask: masks[channels - 1] ?? 0,
    sampleRate: rates.find((each) => each >= rate) ?? 96_000,
    sampleFormat: sampleFormats.f32,
  };
}

/** Frees a frame and returns its audio. The audio starts after the given number of samples. */
function soundOf(libav: Libav, frame: number, shape: SoundShape, samples: number): AudioSample {
  const { data } = libav.ff_copyout_frame_sync(frame);
  libav.av_frame_free_js_sync(frame);
  const { sampleRate, channels: numberOfChannels } = shape;
  return new AudioSample({
    data,
    format: 'f32',
    numberOfChannels,
    sampleRate,
    timestamp: samples / sampleRate,
  });
}

function metadata(tags: Tags, cover: Cover | undefined): MetadataTags {
  const named = Object.entries(tags).flatMap(([name, value]) => {
    const key = ownValue(keys, name.toLowerCase());
    return key === undefined ? [] : [[key, value] as const];
  });
  const [number, total] = (tags['track'] ?? tags['TRACKNUMBER'] ?? '').split('/').map(Number);
  return {
    raw: Object.fromEntries(named),
    ...(number ? { trackNumber: number } : {}),
    ...(total ? { tracksTotal: total } : {}),
    ...(cover ? { images: [image(cover)] } : {}),
  };
}

function image({ bytes, codec }: Cover) {
  return { data: bytes, mimeType: coverMediaTypes[codec], kind: 'coverFront' } as const;
}
