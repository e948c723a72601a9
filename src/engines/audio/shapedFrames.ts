import { checkResampling } from '../lib/resampling.ts';
import type { Libav } from './libav.ts';
import type { SoundDecoder, SoundShape } from './soundDecoder.ts';
import { SoundFilter } from './soundFilter.ts';
import type { SoundReader } from './soundReader.ts';

/**
 * Decodes the audio packet by packet and converts it to the requested shape, so that little of it is in memory at a
 * time. Yields pointers to frames; the caller has to free them.
 * @throws ConversionError
 */
export async function* shapedFrames(
  libav: Libav,
  reader: SoundReader,
  decoder: SoundDecoder,
  shape: SoundShape,
  frameSize: number,
): AsyncGenerator<readonly number[]> {
  checkResampling(decoder.shape.sampleRate, shape.sampleRate);
  const filter = new SoundFilter(libav, decoder.shape, shape, frameSize);
  for await (const packets of reader.packets()) {
    const frames = packets.length === 0 ? [] : decoder.decode(packets);
    const shaped = frames.length === 0 ? [] : filter.push(frames);
    if (shaped.length > 0) yield shaped;
  }
  const rest = decoder.decode([]);
  const shaped = [...(rest.length === 0 ? [] : filter.push(rest)), ...filter.push([])];
  if (shaped.length > 0) yield shaped;
  filter.close();
}
