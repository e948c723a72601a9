import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { imageFormats } from '../../src/engines/images/formats.ts';
import { pictureArchives } from '../../src/engines/pdf/fromImages/options.ts';
import { ownValue } from '../../src/util/ownValue.ts';
import { document, image, photo, sample, samplesByFormat } from '../../test/support/service/fixtures.ts';
import { withFile } from '../../test/support/service/lentFiles.ts';
import { momentsOf, momentsOfFilm } from '../../test/support/service/moments.ts';
import {
  drawnByPoppler,
  drawnInPixels,
  unzipped,
  wordsByPoppler,
} from '../../test/support/service/poppler.ts';
import {
  cropped,
  decode,
  decodeFile,
  decodeOnce,
  inContrast,
  inspect,
  picturesOf,
  psnr,
  type Raster,
  shrunk,
} from '../../test/support/service/raster.ts';
import type { Check, Converted } from './check.ts';
import { decodePdf } from './decoders/pdf.ts';
import { printed } from '../../test/support/service/program.ts';
import { samplesFolder } from './programs/scratch.ts';

/**
 * The minimum similarity of pictures in decibels, by target, source, and engine; the lowest applies. Lossy formats have
 * the lowest ones: a GIF has only 256 colors. Two programs smooth the edges of letters and shapes differently.
 */
const usualPsnr = 44;
type Levels = Readonly<Record<string, number>>;
const photos = { jpg: 30, webp: 30, avif: 30, jxl: 30 };
const psnrTo: Levels = { ...photos, gif: 26, dds: 26, ico: 20, icns: 20 };
/** Our image library rounds less than others. */
const psnrOfImages: Levels = { jpg: 34, webp: 34, avif: 34, gif: 26, png: 50, apng: 50, tiff: 50 };
const psnrFrom: Levels = { gif: 31, svg: 30 };
const psnrBy: Levels = { imageCompression: 28, svgCompression: 28, pdf: 29, ghostscript: 26 };
/** In a PDF, lossy sources may become JPEGs. */
const psnrInPdf: Levels = { avif: 34, heic: 34, jxl: 34, webp: 34 };

/** The names of ImageMagick for the formats of our image library that it reads itself. */
const magickNames: Readonly<Record<string, string>> = {
  jpg: 'JPEG',
  png: 'PNG',
  webp: 'WEBP',
  gif: 'GIF',
  tiff: 'TIFF',
};

/** Other programs find the same pictures in the source and in the output. */
export const samePictures: Check = async (converted) => {
  const { engine, from, to, source, output } = converted;
  const before = await picturesBefore(converted);
  const after = await picturesAfter(converted, before);
  assert.equal(after.length, before.length, `${after.length} pictures`);
  const inPdf = to === 'pdf' ? ownValue(psnrInPdf, from) : undefined;
  const target = ownValue(engine === 'image' ? psnrOfImages : psnrTo, to) ?? usualPsnr;
  const levels = [ownValue(psnrFrom, from), ownValue(psnrBy, engine), inPdf];
  const least = Math.min(target, ...levels.filter((level) => level !== undefined));
  for (const [index, picture] of after.entries())
    assertAlike(...comparable(converted, before[index] ?? picture, picture), least, `picture ${index + 1}`);
  if (engine === 'drawingPdf') assert.equal((await decodePdf(output)).pictures, 0);
  if (engine !== 'image' && engine !== 'imageCompression') return;
  const [{ frames }, shown] = [await inspect(source, from), await inspect(output, to)];
  assert.equal(shown.format, ownValue(magickNames, to) ?? shown.format);
  if (engine === 'imageCompression') assert.equal(shown.frames, frames);
};

export function assertAlike(before: Raster, after: Raster, least: number, what = 'picture'): void {
  const likeness = psnr(before, after);
  assert.ok(likeness >= least, `${what}: ${likeness.toFixed(1)} dB, less than ${least}`);
}

const pages = new Set(['pdf', 'ps', 'eps']);
/** The files in a ZIP of pictures. */
const zipped = [sample('cat.png'), sample('coffee.jpg')];
const density = 144;
const noSize = { width: 1, height: 1 };

async function picturesBefore({ engine, from, to, source }: Converted): Promise<Raster[]> {
  // The samples of PostScript were made from this PDF.
  if (pages.has(from)) {
    const drawn = await drawnPages(await readFile(document('text.pdf')));
    return from === 'eps' || to === 'eps' ? drawn.slice(0, 1) : drawn;
  }
  if (pictureArchives.some((each) => each === from))
    return Promise.all(zipped.map(async (file) => decodeFile(file, path.extname(file).slice(1))));
  if (engine === 'imagePdf' && from === 'tiff') return decodedPages(source, from);
  return [await decodeOnce(source, from)];
}

async function picturesAfter(converted: Converted, before: readonly Raster[]): Promise<Raster[]> {
  const { from, to, output } = converted;
  if (to === 'pdf' && !pages.has(from)) {
    const sizes = (await wordsByPoppler(output)).map((_, index) => before[index] ?? noSize);
    return Promise.all(sizes.map(async (size, index) => drawnInPixels(output, index + 1, size)));
  }
  if (pages.has(from)) return pagesOfOutput(converted, before.length);
  return [await decode(output, to)];
}

async function pagesOfOutput({ to, output }: Converted, count: number): Promise<Raster[]> {
  if (to === 'pdf') return drawnPages(output);
  if (pages.has(to)) return drawnByGhostscript(output, to, count);
  if (to === 'tiff') return decodedPages(output, to);
  const files = count === 1 ? [output] : [...(await unzipped(output)).values()];
  return Promise.all(files.map(async (file) => decode(file, to)));
}

async function drawnPages(pdf: Buffer): Promise<Raster[]> {
  const numbers = (await wordsByPoppler(pdf)).map((_, index) => index + 1);
  return Promise.all(numbers.map(async (page) => drawnByPoppler(pdf, page, density)));
}

async function decodedPages(content: Buffer, format: string): Promise<Raster[]> {
  return Promise.all((await picturesOf(content, format)).map(async (page) => decode(page, 'png')));
}

/** No other program draws PostScript. EPS is cropped to its content, which keeps its position on the page. */
async function drawnByGhostscript(output: Buffer, to: string, count: number): Promise<Raster[]> {
  const mark = to === 'eps' ? /^%!PS-Adobe-3\.0 EPSF-3\.0/ : /^%!PS-Adobe-3\.0\s/;
  assert.match(output.toString('latin1', 0, 40), mark);
  return withFile(output, to, async (file) => {
    const drawn = path.join(path.dirname(file), 'page-%d.png');
    const options = ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-q', '-sDEVICE=png16m', `-r${density}`];
    const smooth = ['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4'];
    const page = ['-dFIXEDMEDIA', '-dDEVICEWIDTHPOINTS=595', '-dDEVICEHEIGHTPOINTS=842'];
    await printed('gs', [...options, ...smooth, ...page, `-sOutputFile=${drawn}`, file]);
    const numbers = Array.from({ length: count }, (_, index) => String(index + 1));
    return Promise.all(numbers.map(async (number) => decodeFile(drawn.replace('%d', number), 'png')));
  });
}

/** PostScript measures pages in whole points, which are two pixels. */
const maxPixelsMore = 2;

/** Two pictures in the colors and the size that the output can have. */
function comparable({ engine, from, to }: Converted, before: Raster, after: Raster): [Raster, Raster] {
  if (to === 'ico' || to === 'icns') {
    const middle = middleOf(after, before);
    return [shrunk(before, middle.width, middle.height), middle];
  }
  if (engine === 'magick') {
    const keeps = ownValue(imageFormats, to)?.write?.keeps ?? [];
    return [inContrast(before, keeps), inContrast(after, keeps)];
  }
  const width = Math.min(before.width, after.width);
  const height = Math.min(before.height, after.height);
  const more = Math.max(before.width, after.width) - width + Math.max(before.height, after.height) - height;
  if (!pages.has(from) || more > maxPixelsMore) return [before, after];
  return [cropped(before, { width, height }), cropped(after, { width, height })];
}

/** The largest size of an icon is a square that shows a photo in its middle. */
function middleOf(icon: Raster, { width, height }: Raster): Raster {
  assert.equal(icon.width, icon.height);
  const rows = Math.round((height / width) * icon.width);
  const start = Math.floor((icon.height - rows) / 2) * icon.width * 3;
  const rgb = icon.rgb.subarray(start, start + rows * icon.width * 3);
  return { width: icon.width, height: rows, rgb };
}

/** The color resolution of a video is half of the picture's. */
const psnrOfFilm = 30;
const even = (pixels: number): number => pixels + (pixels % 2);

/** A film shows all pictures of the animation for the same time, with the size rounded to even numbers. */
export const sameMoments: Check = async ({ from, to, source, output }) => {
  const [before, after] = [await momentsOf(source, from), await momentsOfFilm(output, to)];
  assert.deepEqual(
    after.map(({ durationMs, picture }) => [durationMs, picture.width, picture.height]),
    before.map(({ durationMs, picture }) => [durationMs, even(picture.width), even(picture.height)]),
  );
  for (const [index, { picture }] of before.entries())
    assertAlike(picture, cropped(after[index]?.picture ?? picture, picture), psnrOfFilm);
};

const compressible: Readonly<Record<string, string>> = {
  ...samplesByFormat,
  png: sample('balloons.png'),
  webp: image('animated.webp'),
  gif: image('unoptimised.gif'),
  tiff: sample('scan.tiff'),
};
const zipPath = (format: string): string => path.join(samplesFolder(), `pictures.${format}`);
const pagesPath = (format: string): string => path.join(samplesFolder(), `text.${format}`);

/** The samples of each engine that reads or writes pictures, by source format. */
export const pictureSamples = {
  image: (from: string) => samplesByFormat[from] ?? '',
  magick: (from: string) => (from === 'svg' ? sample('balloons.svg') : photo(from)),
  compressed: (from: string) => compressible[from] ?? '',
  imagePdf: (from: string) => {
    if (pictureArchives.some((each) => each === from)) return zipPath(from);
    return from === 'tiff' ? image('three-pages.tiff') : photo(from);
  },
  pages: (from: string) => (from === 'pdf' ? document('text.pdf') : pagesPath(from)),
  animation: (from: string) => image(`animated.${from}`),
};

export async function zipPictures(): Promise<void> {
  for (const format of pictureArchives) await printed('7zz', ['a', '-tzip', zipPath(format), ...zipped]);
}

export async function makePostScript(): Promise<void> {
  await printed('pdftops', ['-paper', 'match', document('text.pdf'), pagesPath('ps')]);
  await printed('pdftops', ['-eps', '-l', '1', document('text.pdf'), pagesPath('eps')]);
}
