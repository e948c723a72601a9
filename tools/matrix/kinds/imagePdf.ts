import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pictureArchives, readable } from '../../../src/engines/pdf/fromImages/options.ts';
import { image, photo, sample } from '../../../test/support/service/fixtures.ts';
import { drawnInPixels, wordsByPoppler } from '../../../test/support/service/poppler.ts';
import { decodeOnce, psnr } from '../../../test/support/service/raster.ts';
import { decodePdf } from '../decoders/pdf.ts';
import { printed, samplesFolder } from '../programs/scratch.ts';
import type { Check, Converted, Proofs } from '../proofs.ts';

/** The minimum similarity in decibels. Lossy sources may become JPEGs. */
const minPsnr = 44;
const minPsnrFrom: Readonly<Record<string, number>> = { avif: 34, heic: 34, jxl: 34, webp: 34 };

/** The files in the ZIP, sorted by name. */
const zipped = [sample('cat.png'), sample('coffee.jpg')];
const zipPath = (format: string): string => path.join(samplesFolder(), `pictures.${format}`);

async function picturesOf({ from, source }: Converted): Promise<{ format: string; content: Buffer }[]> {
  if (!pictureArchives.some((each) => each === from)) return [{ format: from, content: source }];
  return Promise.all(
    zipped.map(async (file) => ({ format: path.extname(file).slice(1), content: await readFile(file) })),
  );
}

/**
 * Poppler draws one page for each page of a TIFF or for each picture in a ZIP, with the same pixels as another decoder.
 */
const sameOnPages: Check = async (converted) => {
  const { from, output } = converted;
  const pictures = await picturesOf(converted);
  const pages = (await wordsByPoppler(output)).length;
  assert.equal(pages, from === 'tiff' ? 3 : pictures.length);
  for (const [index, { format, content }] of pictures.entries()) {
    const expected = await decodeOnce(content, format);
    const likeness = psnr(expected, await drawnInPixels(output, index + 1, expected));
    const least = minPsnrFrom[format] ?? minPsnr;
    assert.ok(likeness >= least, `page ${index + 1}: ${likeness.toFixed(1)} dB, less than ${least}`);
  }
};

/** The minimum similarity in decibels of two programs' drawings, because they smooth the edges of shapes differently. */
const minPsnrOfShapes = 30;

/** Poppler draws the page like another program draws the SVG, and finds no pictures. */
const sameShapes: Check = async ({ source, output }) => {
  const expected = await decodeOnce(source, 'svg');
  const likeness = psnr(expected, await drawnInPixels(output, 1, expected));
  assert.ok(likeness >= minPsnrOfShapes, `${likeness.toFixed(1)} dB`);
  const { pages, pictures, missingFonts } = await decodePdf(output);
  assert.deepEqual([pages, pictures, missingFonts], [1, 0, []]);
};

export const imagePdfProofs: readonly Proofs[] = [
  {
    engine: 'imagePdf',
    kind: 'documents',
    prepare: async () => {
      for (const format of pictureArchives) await printed('7zz', ['a', '-tzip', zipPath(format), ...zipped]);
    },
    samples: {
      ...Object.fromEntries([...readable].map((format) => [format, photo(format)])),
      ...Object.fromEntries(pictureArchives.map((format) => [format, zipPath(format)])),
      tiff: image('three-pages.tiff'),
      gif: sample('cat-pan.gif'),
    },
    checks: { pdf: sameOnPages },
  },
  {
    engine: 'drawingPdf',
    kind: 'documents',
    samples: { svg: sample('balloons.svg') },
    checks: { pdf: sameShapes },
  },
];
