import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { document } from '../../../test/support/service/fixtures.ts';
import { withFile } from '../../../test/support/service/lentFiles.ts';
import { drawnByPoppler, unzipped, wordsByPoppler } from '../../../test/support/service/poppler.ts';
import { decode, decodeFile, picturesOf, psnr, type Raster } from '../../../test/support/service/raster.ts';
import { printed, samplesFolder } from '../programs/scratch.ts';
import type { Check, Converted, Proofs } from '../proofs.ts';

const origin = document('text.pdf');
const samplePath = (format: string): string => path.join(samplesFolder(), `text.${format}`);
const density = 144;
/**
 * The minimum similarity in decibels of two programs' drawings, because they smooth the edges of letters differently.
 */
const minPsnr = 26;

/** EPS has one page, and so does its conversion. */
const pagesOf = ({ from, to }: Converted): number => (from === 'eps' || to === 'eps' ? 1 : 3);

/** PostScript measures pages in whole points. */
const maxPixelsMore = 2;

/** The upper left part of a page, in this size. */
function cropped({ rgb, width: all }: Raster, width: number, height: number): Raster {
  const rows = Array.from({ length: height }, (_, y) => rgb.subarray(3 * y * all, 3 * (y * all + width)));
  return { width, height, rgb: Buffer.concat(rows) };
}

async function assertPages(converted: Converted, pages: readonly Raster[]): Promise<void> {
  assert.equal(pages.length, pagesOf(converted));
  for (const [index, page] of pages.entries()) {
    const expected = await drawnByPoppler(await readFile(origin), index + 1, density);
    const [width, height] = [Math.min(expected.width, page.width), Math.min(expected.height, page.height)];
    const more =
      Math.max(expected.width, page.width) - width + Math.max(expected.height, page.height) - height;
    assert.ok(more <= maxPixelsMore, `${page.width} × ${page.height} pixels`);
    const likeness = psnr(cropped(expected, width, height), cropped(page, width, height));
    assert.ok(likeness >= minPsnr, `page ${index + 1}: ${likeness.toFixed(1)} dB, less than ${minPsnr}`);
  }
}

const samePdf: Check = async (converted) => {
  const { output } = converted;
  const numbers = Array.from({ length: (await wordsByPoppler(output)).length }, (_, index) => index + 1);
  const pages = numbers.map(async (page) => drawnByPoppler(output, page, density));
  await assertPages(converted, await Promise.all(pages));
};

/** The pages in a ZIP, or the only picture. */
const samePictures: Check = async (converted) => {
  const { to, output } = converted;
  const pictures = pagesOf(converted) === 1 ? [output] : [...(await unzipped(output)).values()];
  await assertPages(converted, await Promise.all(pictures.map(async (each) => decode(each, to))));
};

const samePagesOfOneFile: Check = async (converted) => {
  const pictures = await picturesOf(converted.output, converted.to);
  await assertPages(converted, await Promise.all(pictures.map(async (each) => decode(each, 'png'))));
};

/** Compares PostScript with Poppler's pages. Only Ghostscript draws PostScript, so it draws its own output. */
const samePostScript: Check = async (converted) => {
  const { to, output } = converted;
  assert.match(
    output.toString('latin1', 0, 40),
    to === 'eps' ? /^%!PS-Adobe-3\.0 EPSF-3\.0/ : /^%!PS-Adobe-3\.0\s/,
  );
  const pages = await withFile(output, to, async (file) => {
    const drawn = path.join(path.dirname(file), 'page-%d.png');
    const options = ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-q', '-sDEVICE=png16m', `-r${density}`];
    const antialiased = ['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4'];
    // EPS is cropped to its content, which keeps its position on the page.
    const page = ['-dFIXEDMEDIA', '-dDEVICEWIDTHPOINTS=595', '-dDEVICEHEIGHTPOINTS=842'];
    await printed('gs', [...options, ...antialiased, ...page, `-sOutputFile=${drawn}`, file]);
    const numbers = Array.from({ length: pagesOf(converted) }, (_, index) => String(index + 1));
    return Promise.all(numbers.map(async (number) => decodeFile(drawn.replace('%d', number), 'png')));
  });
  await assertPages(converted, pages);
};

export const ghostscriptProofs: readonly Proofs[] = [
  {
    engine: 'ghostscript',
    kind: 'documents',
    prepare: async () => {
      await printed('pdftops', ['-paper', 'match', origin, samplePath('ps')]);
      await printed('pdftops', ['-eps', '-l', '1', origin, samplePath('eps')]);
    },
    samples: { pdf: origin, ps: samplePath('ps'), eps: samplePath('eps') },
    checks: {
      pdf: samePdf,
      png: samePictures,
      jpg: samePictures,
      webp: samePictures,
      avif: samePictures,
      tiff: samePagesOfOneFile,
      ps: samePostScript,
      eps: samePostScript,
    },
  },
];
