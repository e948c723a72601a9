import { DisposableStore } from '../../../util/disposable.ts';
import { isConversionError } from '../conversionError.ts';
import { damagedMedia } from '../media/faults.ts';
import type { Work } from '../work.ts';
import { encodingFor } from './encodings.ts';
import { mountInput, mountOutput, openBytes } from './files.ts';
import { forgetLibav, type Libav, loadLibav, sampleFormats } from './libav.ts';
import { type SoundOptions, soundOptions } from './options.ts';
import { SoundFilter } from './soundFilter.ts';
import { SoundReader } from './soundReader.ts';
import { SoundWriter } from './soundWriter.ts';

/** Encodes the sound of a file anew, packet by packet: only a moment of it is in memory at a time. */
export async function convertAudio({ inputPath, outputPath, to, options }: Work): Promise<void> {
  const libav = await loadLibav();
  const store = new DisposableStore();
  try {
    const bytes = store.add(openBytes(inputPath));
    store.add(mountInput(libav, bytes));
    store.add(mountOutput(libav, outputPath));
    await transcode(libav, to, soundOptions.parse(options));
  } catch (error) {
    forgetLibav();
    if (isConversionError(error) || (error instanceof Error && 'syscall' in error)) throw error;
    throw damagedMedia(error);
  } finally {
    store.dispose();
  }
}

async function transcode(libav: Libav, to: string, options: SoundOptions): Promise<void> {
  const reader = await SoundReader.open(libav);
  const encoding = encodingFor(to, reader.shape, isDeep(reader), options);
  const writer = new SoundWriter(libav, encoding, reader.tags);
  const filter = new SoundFilter(libav, reader.shape, encoding.shape, writer.frameSize);
  for await (const frames of reader.frames()) {
    if (frames.length > 0) writer.write(filter.push(frames));
  }
  writer.write(filter.push([]));
  if (writer.duration === 0) throw damagedMedia();
  writer.finish();
  filter.close();
  writer.close();
  reader.close();
}

/** The decoders of what is lossy give more digits than there is information in. */
function isDeep({ codec, shape }: SoundReader): boolean {
  return codec === 'pcm_f32le' || shape.sampleFormat === sampleFormats.s32;
}
