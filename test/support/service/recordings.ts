import { seededRandom } from '../seededRandom.ts';
import { printed } from './program.ts';
import { wav } from './wav.ts';

const megabyte = 1024 ** 2;

/** The samples of a recording that is so large that jobs don't copy it. */
export const largeBytes = 20 * megabyte;
/** The bytes in a recording before its samples. */
export const headerBytes = 44;

/** Samples of noise, which take a while to compress. */
export function noise(seed: string, bytes = largeBytes): Buffer<ArrayBuffer> {
  const random = seededRandom(seed);
  return Buffer.alloc(bytes, Buffer.from(Array.from({ length: megabyte }, () => random() * 256)));
}

/** A WAV file of noise. Its header claims more samples than it has, so it may grow. */
export function recording(seed: string, bytes = largeBytes): Buffer {
  return wav({ claimed: 2 * largeBytes, content: noise(seed, bytes) });
}

/** The samples of a sound, according to FFmpeg. */
export async function samplesOf(file: string): Promise<Buffer> {
  return printed('ffmpeg', ['-v', 'error', '-i', file, '-f', 's16le', '-']);
}
