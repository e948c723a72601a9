import { damagedMedia } from '../media/faults.ts';
import { encodingFor } from './encodings.ts';
import type { Libav } from './libav.ts';
import type { SoundOptions } from './options.ts';
import { SoundDecoder } from './soundDecoder.ts';
import { SoundEncoder } from './soundEncoder.ts';
import { SoundFile } from './soundFile.ts';
import { SoundFilter } from './soundFilter.ts';
import type { SoundReader } from './soundReader.ts';

/** Decodes and encodes packet by packet: only a moment of the sound is in memory at a time. @throws ConversionError */
export async function encodeSound(
  libav: Libav,
  reader: SoundReader,
  to: string,
  options: SoundOptions,
): Promise<void> {
  const decoder = new SoundDecoder(libav, reader.codec, reader.parameters);
  const encoding = encodingFor(to, decoder.shape, reader.codec, options);
  const encoder = new SoundEncoder(libav, encoding);
  const filter = new SoundFilter(libav, decoder.shape, encoding.shape, encoder.frameSize);
  const track = { context: encoder.context, timeBase: [1, encoding.shape.sampleRate] } as const;
  const about = { tags: reader.tags, cover: await reader.cover() };
  const file = new SoundFile(libav, encoding.container, track, about);
  const take = (frames: readonly number[]): void => {
    if (frames.length > 0) file.write(encoder.encode(frames));
  };
  for await (const packets of reader.packets()) {
    const frames = packets.length === 0 ? [] : decoder.decode(packets);
    if (frames.length > 0) take(filter.push(frames));
  }
  const rest = decoder.decode([]);
  if (rest.length > 0) take(filter.push(rest));
  take(filter.push([]));
  if (encoder.isEmpty) throw damagedMedia();
  file.write(encoder.encode([]));
  file.finish();
  for (const part of [filter, encoder, decoder]) part.close();
}
