import assert from 'node:assert/strict';
import { sources } from '../../../src/localService/converters/image/formats.ts';
import { image, photo, sample } from '../../support/service/fixtures.ts';
import { drawnInPixels, wordsByPoppler } from '../../support/service/poppler.ts';
import { decodeOnce, psnr } from '../../support/service/raster.ts';
import type { Check, Proofs } from '../proofs.ts';

/** Decibels; what was lossy may be a JPEG now, and two decoders of a CIN know its curve, each in its own way. */
const leastPsnr = 44;
const leastPsnrFrom: Readonly<Record<string, number>> = { avif: 34, heic: 34, jxl: 34, webp: 34, cin: 38 };

/** Poppler draws a page for each page of a TIFF, and of other images one that is pixel for pixel as another decoder sees it. */
const sameOnPages: Check = async ({ from, source, output }) => {
  const pages = (await wordsByPoppler(output)).length;
  assert.equal(pages, from === 'tiff' ? 3 : 1);
  const expected = await decodeOnce(source, from);
  const likeness = psnr(expected, await drawnInPixels(output, 1, expected));
  const least = leastPsnrFrom[from] ?? leastPsnr;
  assert.ok(likeness >= least, `${likeness.toFixed(1)} dB, less than ${least}`);
};

export const imagePdfProofs: readonly Proofs[] = [
  {
    engine: 'imagePdf',
    kind: 'documents',
    samples: {
      ...Object.fromEntries(sources.map((format) => [format, photo(format)])),
      tiff: image('three-pages.tiff'),
      gif: sample('cat-pan.gif'),
    },
    checks: { pdf: sameOnPages },
  },
];
