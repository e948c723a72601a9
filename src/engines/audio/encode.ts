import { damagedMedia } from '../lib/media/faults.ts';
import { encodingFor } from './encodings.ts';
import type { Libav } from './libav.ts';
import type { SoundOptions } from './options.ts';
import { shapedFrames } from './shapedFrames.ts';
import { SoundDecoder } from './soundDecoder.ts';
import { SoundEncoder } from './soundEncoder.ts';
import { SoundFile } from './soundFile.ts';
import type { SoundReader } from './soundReader.ts';

/**
 * Re-encodes the audio for another format.
 * @throws ConversionError
 */
export async function encodeSound(
  libav: Libav,
  reader: SoundReader,
  to: string,
  options: SoundOptions,
): Promise<void> {
  const decoder = new SoundDecoder(libav, reader.codec, reader.parameters);
  const encoding = encodingFor(to, decoder.shape, reader.codec, options);
  const encoder = new SoundEncoder(libav, encoding);
  const track = { context: encoder.context, timeBase: [1, encoding.shape.sampleRate] } as const;
  const about = { tags: reader.tags, cover: await reader.cover() };
  const file = new SoundFile(libav, encoding.container, track, about);
  for await (const frames of shapedFrames(libav, reader, decoder, encoding.shape, encoder.frameSize)) {
    file.write(encoder.encode(frames));
  }
  if (encoder.isEmpty) throw damagedMedia();
  file.write(encoder.encode([]));
  file.finish();
  for (const part of [encoder, decoder]) part.close();
}
