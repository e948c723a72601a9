import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { pageSizes } from '../../../test/support/service/pdfFacts.ts';
import { drawnByPoppler } from '../../../test/support/service/poppler.ts';
import { decode, type Raster } from '../../../test/support/service/raster.ts';
import { imageMagick } from '../../referenceDecoders/imagePrograms.ts';
import { newFolder } from './files.ts';

const exec = promisify(execFile);

/** Only the first pages of a PDF are compared. */
const maxPages = 2;
const dotsPerInch = 72;
/** Transparency is compared on both. */
const backgrounds = ['white', 'black'];

/** Formats with pixels to compare. */
const pictures: ReadonlySet<string> = new Set(['jpg', 'png', 'webp', 'avif', 'gif', 'svg', 'pdf']);

/**
 * The visible difference between two files, colors included: the 3-norm of Butteraugli's distances, in the worst page or
 * on the worst background. 0 if all pixels are equal, or if the format has none; below about 1, people don't see a
 * difference.
 */
export async function visibleDifference(original: Buffer, content: Buffer, format: string): Promise<number> {
  if (!pictures.has(format) || original.equals(content)) return 0;
  const distances: number[] = [];
  const draws = format === 'pdf' ? await drawPages(original) : backgrounds.map(drawOn(format));
  for (const draw of draws) distances.push(await distance(await draw(original), await draw(content)));
  return Math.max(...distances);
}

type Draw = (content: Buffer) => Promise<Raster>;

async function drawPages(pdf: Buffer): Promise<Draw[]> {
  const pages = (await pageSizes(pdf)).slice(0, maxPages);
  return pages.map((_, index) => async (content) => drawnByPoppler(content, index + 1, dotsPerInch));
}

const drawOn =
  (format: string) =>
  (background: string): Draw =>
  async (content) =>
    format === 'gif'
      ? decode(await allFrames(content), 'png', background)
      : decode(content, format, background);

/** The frames of an animation below each other, as a PNG. */
async function allFrames(gif: Buffer): Promise<Buffer> {
  const file = path.join(await newFolder(), 'animation.gif');
  await writeFile(file, gif);
  const { stdout } = await exec(imageMagick, [file, '-coalesce', '-append', 'png32:-'], {
    encoding: 'buffer',
    maxBuffer: 1 << 28,
  });
  return stdout;
}

async function distance(a: Raster, b: Raster): Promise<number> {
  const folder = await newFolder();
  const files = [path.join(folder, 'a.ppm'), path.join(folder, 'b.ppm')] as const;
  await writeFile(files[0], ppmOf(a));
  await writeFile(files[1], ppmOf(b));
  const { stdout } = await exec('butteraugli_main', [...files, '--pnorm', '3']);
  const value = /^3-norm: (\S+)$/m.exec(stdout)?.[1];
  if (value === undefined) throw new Error(`Unexpected output of butteraugli_main: ${stdout}`);
  return Number(value);
}

function ppmOf({ width, height, rgb }: Raster): Buffer {
  return Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), rgb]);
}
