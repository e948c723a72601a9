import assert from 'node:assert/strict';
import { document } from '../../../test/support/service/fixtures.ts';
import {
  drawnByPoppler,
  unzipped,
  wordsByPoppler,
  wordsOfPages,
} from '../../../test/support/service/poppler.ts';
import { decode, picturesOf, psnr } from '../../../test/support/service/raster.ts';
import type { Check, Proofs } from '../proofs.ts';

/** The default density for drawing a page. */
const density = 144;
/**
 * The minimum similarity in decibels of two programs' drawings, because they smooth the edges of letters differently.
 */
const minPsnr = 29;

const samePages: Check = async ({ to, source, output }) =>
  samePictures(source, [...(await unzipped(output)).values()], to);

const samePagesOfOneFile: Check = async ({ to, source, output }) =>
  samePictures(source, await picturesOf(output, to), 'png');

async function samePictures(source: Buffer, pictures: readonly Buffer[], to: string): Promise<void> {
  assert.equal(pictures.length, (await wordsByPoppler(source)).length);
  for (const [index, picture] of pictures.entries()) {
    const likeness = psnr(await drawnByPoppler(source, index + 1, density), await decode(picture, to));
    assert.ok(likeness >= minPsnr, `page ${index + 1}: ${likeness.toFixed(1)} dB, less than ${minPsnr}`);
  }
}

const sameWords: Check = async ({ source, output }) => {
  assert.deepEqual(wordsOfPages(output.toString()), await wordsByPoppler(source));
};

export const pdfProofs: readonly Proofs[] = [
  {
    engine: 'pdf',
    kind: 'documents',
    samples: { pdf: document('text.pdf') },
    checks: {
      png: samePages,
      jpg: samePages,
      webp: samePages,
      avif: samePages,
      tiff: samePagesOfOneFile,
      txt: sameWords,
    },
  },
];
