import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { bundle } from '../../../test/support/service/standalone.ts';
import { type Figure, figure } from '../benchmark.ts';
import { newFolder, photoOf } from '../support/pictures.ts';
import { median, secondsOf } from '../statistics.ts';

const runs = 15;
const mostMs = 300;
/** The part of a 12-megapixel photo that a window shows at its own pixels. */
const region = { left: 1024, top: 1024, width: 1200, height: 800 };
const signal = new AbortController().signal;

/** A changed quality until its picture of the visible part is on the disk, as the live preview requests it. */
export default async function* preview(): AsyncGenerator<Figure> {
  const folder = await newFolder();
  using local = serviceIn(folder);
  const photo = path.join(folder, 'photo');
  const inputPath = path.join(folder, 'decoded');
  await writeFile(photo, await photoOf(4000, 3000, 'jpg'));
  const source = { inputPath: photo, outputPath: inputPath, fileName: 'photo.jpg', mayRunPrograms: false };
  await local.convert({ ...source, tool: 'convert', to: 'tiff', options: { compression: 'none' } }, signal);
  for (const [tool, to] of [
    ['convert', 'jpg'],
    ['convert', 'webp'],
    ['convert', 'avif'],
    ['compress', 'jpg'],
  ] as const) {
    const tryQuality = async (quality: number): Promise<unknown> =>
      local.preview(
        {
          inputPath,
          outputPath: path.join(folder, `${tool}-${to}-${quality}.png`),
          fileName: 'photo.tiff',
          page: 1,
          mayRunPrograms: false,
          trial: { tool, to, options: { quality }, region, scaledTo: region },
        },
        signal,
      );
    await tryQuality(60);
    const seconds: number[] = [];
    for (let run = 0; run < runs; run += 1) seconds.push(await secondsOf(() => tryQuality(61 + run)));
    yield figure({
      name: `preview-${tool}-${to}`,
      ours: median(seconds) * 1000,
      reference: mostMs,
      goal: 1,
      unit: 'ms',
      runs,
      note: `a changed quality until the visible ${region.width} × ${region.height} pixels of 12 MP are there, beside the goal`,
    });
  }
}

function serviceIn(temporaryRoot: string): LocalService & Disposable {
  const local = new LocalService({ scriptPath: bundle, temporaryRoot, log: () => undefined });
  return Object.assign(local, { [Symbol.dispose]: () => local.dispose() });
}
