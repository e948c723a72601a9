import sharp from 'sharp';
import { noise } from '../../test/support/service/recordings.ts';

/** An incompressible square picture, the same for the same seed, as a PNG. */
export async function picture(seed: string, side: number): Promise<Buffer<ArrayBuffer>> {
  const raw = { width: side, height: side, channels: 3 } as const;
  const made = sharp(noise(seed, side * side * 3), { raw }).png({ compressionLevel: 1 });
  return Buffer.from(await made.toBuffer());
}
