import { fault } from '../../contract/faults/fault.ts';
import { DisposableStore } from '../../util/disposable.ts';
import { ConversionError, isConversionError } from '../api/conversionError.ts';
import type { EngineWork } from '../api/work.ts';
import { openBytes } from '../lib/byteSource.ts';
import { damagedMedia } from '../lib/media/faults.ts';
import { copySound } from './copy.ts';
import { encodeSound } from './encode.ts';
import { encodeAac } from './encodeAac.ts';
import { mountInput, mountOutput } from './files.ts';
import { isFreeFormat } from './freeFormat.ts';
import { resetLibav, loadLibav } from './libav.ts';
import { soundOptions } from './options.ts';
import { asWave } from './pcm/asWave.ts';
import { SoundReader } from './soundReader.ts';
import { targetOf } from './targets.ts';

/** Converts a file's audio. Copies it unchanged if the target supports its codec, and re-encodes it otherwise. */
export async function convertAudio({ from, inputPath, outputPath, to, options }: EngineWork): Promise<void> {
  const wanted = soundOptions.parse(options);
  const libav = await loadLibav();
  const store = new DisposableStore();
  try {
    const bytes = store.add(openBytes(inputPath));
    store.add(mountInput(libav, asWave(bytes, from)));
    const reader = await SoundReader.open(libav);
    if (to === 'm4a') await encodeAac(libav, reader, outputPath, wanted);
    else {
      store.add(mountOutput(libav, outputPath));
      const { container, takes } = targetOf(to);
      const { codec, ...changes } = wanted;
      const isFitting = codec === undefined ? takes.includes(reader.codec) : codec === reader.codec;
      if (isFitting && Object.keys(changes).length === 0) await copySound(libav, reader, container);
      else await encodeSound(libav, reader, to, wanted);
    }
    reader.close();
  } catch (error) {
    resetLibav();
    const conversionError = asConversionError(error);
    const isDamaged =
      isConversionError(conversionError) && conversionError.code === 'conversion.invalid_input';
    if (from === 'mp3' && isDamaged && hasFreeFormat(inputPath))
      throw new ConversionError(fault('mp3.freeFormat'), { cause: error });
    throw conversionError;
  } finally {
    store.dispose();
  }
}

function hasFreeFormat(path: string): boolean {
  const source = openBytes(path);
  try {
    return isFreeFormat(source);
  } finally {
    source.dispose();
  }
}

function asConversionError(error: unknown): unknown {
  // Disk errors are the service's own. Errors from FFmpeg's libraries are about the file.
  if (isConversionError(error) || !(error instanceof Error) || 'syscall' in error) return error;
  if (error.name !== 'RuntimeError') return damagedMedia(error);
  return new ConversionError(fault('audio.complex'), { cause: error });
}
