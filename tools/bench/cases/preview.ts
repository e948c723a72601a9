import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { bundle } from '../../../test/support/service/standalone.ts';
import { type Figure, figure } from '../benchmark.ts';
import { newFolder, photoOf } from '../support/pictures.ts';
import { inTurns, secondsOf } from '../statistics.ts';

const runs = 15;
/** The part of a 12-megapixel photo that fits in a window at full size. */
const region = { left: 1024, top: 1024, width: 1200, height: 800 };
const { signal } = new AbortController();

/** The encoders, with the settings that a conversion uses. */
const encoders: Readonly<Record<string, (image: Sharp, quality: number) => Sharp>> = {
  jpg: (image, quality) => image.jpeg({ quality, chromaSubsampling: '4:4:4', mozjpeg: true }),
  webp: (image, quality) => image.webp({ quality, smartSubsample: true }),
  avif: (image, quality) => image.avif({ quality, effort: 1, chromaSubsampling: '4:4:4' }),
};

/**
 * The time from a change of the quality until the picture of the visible part is on disk, as the live preview requests
 * it.
 */
export default async function* preview(): AsyncGenerator<Figure> {
  const folder = await newFolder();
  const local = new LocalService({ scriptPath: bundle, temporaryRoot: folder, log: () => undefined });
  try {
    const photo = path.join(folder, 'photo');
    const inputPath = path.join(folder, 'decoded');
    await writeFile(photo, await photoOf(4000, 3000, 'jpg'));
    const files = [{ path: photo, fileName: 'photo.jpg' }];
    const source = { files, outputPath: inputPath, mayRunPrograms: false, isUrgent: true };
    await local.convert({ ...source, tool: 'convert', to: 'tiff', options: { compression: 'none' } }, signal);
    for (const [to, encode] of Object.entries(encoders)) {
      let quality = 50;
      const outputPath = path.join(folder, `${to}.png`);
      const part = { inputPath, outputPath, fileName: 'photo.tiff', page: 1, mayRunPrograms: false };
      const ours = async (): Promise<unknown> => {
        quality += 1;
        const trial = { tool: 'convert', to, options: { quality }, region, scaledTo: region } as const;
        return local.preview({ ...part, trial }, signal);
      };
      const alone = async (): Promise<unknown> => {
        const encoded = await encode(sharp(inputPath).extract(region), quality).toBuffer();
        return sharp(encoded).png({ compressionLevel: 1 }).toFile(outputPath);
      };
      await Promise.all([ours(), alone()]);
      const seconds = await inTurns(
        runs,
        () => secondsOf(ours),
        () => secondsOf(alone),
      );
      yield figure({
        name: `preview-${to}`,
        ours: seconds.ours * 1000,
        reference: seconds.reference * 1000,
        unit: 'ms',
        runs,
        note: `from changing the quality until the visible ${region.width} × ${region.height} pixels of a 12-megapixel photo are shown, within 300 ms; compared with sharp`,
      });
    }
  } finally {
    local.dispose();
  }
}
