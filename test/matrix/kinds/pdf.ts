import assert from 'node:assert/strict';
import { document } from '../../support/service/fixtures.ts';
import { drawnByPoppler, readByPoppler, unzipped } from '../../support/service/poppler.ts';
import { decode, psnr } from '../../support/service/raster.ts';
import type { Check, Proofs } from '../proofs.ts';

const density = 144;
const leastLikeness = 29;
const text = document('text.pdf');

/** Every page in the zip looks as Poppler draws it. */
const samePages: Check = async ({ to, source, output }) => {
  const pages = [...(await unzipped(output)).values()];
  assert.equal(pages.length, (await readByPoppler(text)).length);
  for (const [index, page] of pages.entries()) {
    const likeness = psnr(await drawnByPoppler(source, index + 1, density), await decode(page, to));
    assert.ok(likeness > leastLikeness, `page ${index + 1}: ${likeness.toFixed(1)} dB`);
  }
};

function words(page: string): string[] {
  return page.split(/\s+/).filter(Boolean);
}

/** Every page has the words that Poppler reads. */
const sameWords: Check = async ({ output }) => {
  const expected = await readByPoppler(text);
  assert.deepEqual(output.toString().split('\f').map(words), expected.map(words));
};

export const pdfProofs: readonly Proofs[] = [
  {
    engine: 'pdf',
    kind: 'documents',
    samples: { pdf: text },
    checks: { png: samePages, jpg: samePages, webp: samePages, txt: sameWords },
  },
];
