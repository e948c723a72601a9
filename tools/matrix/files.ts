import assert from 'node:assert/strict';
import { availableConversions } from '../../src/engines/registry.ts';
import { archive, font } from '../../test/support/service/fixtures.ts';
import { fontFacts } from '../../test/support/service/fontFacts.ts';
import { pdfFacts } from '../../test/support/service/pdfFacts.ts';
import { unzipped } from '../../test/support/service/poppler.ts';
import { decode } from '../../test/support/service/raster.ts';
import { assertSamePages } from '../../test/support/service/samePages.ts';
import { ssim } from '../../test/support/service/ssim.ts';
import { entriesOf } from '../referenceDecoders/archiveHashes.ts';
import type { Check } from './check.ts';

export const archiveSample = (from: string): string => archive(from === 'rar' ? 'links.rar' : `tree.${from}`);

/** Another program unpacks the same names, contents, times, and permissions. */
export const sameEntries: Check = async ({ from, to, source, output }) => {
  const losses = availableConversions(from, to, new Map())[0]?.losses ?? [];
  const before = (await entriesOf(source, from)).filter(
    ({ kind }) => kind !== 'link' || !losses.includes('links'),
  );
  assert.ok(before.length > 1);
  const after = await entriesOf(output, to);
  const compared = (entries: typeof before): object[] =>
    entries.map(({ executable, mtime, ...entry }) => ({
      ...entry,
      ...(losses.includes('executables') ? {} : { executable }),
      // Cabinets don't list folders, so an unpacked folder has the time of the conversion.
      ...(from === 'cab' && entry.kind === 'folder' ? {} : { mtime }),
    }));
  assert.deepEqual(compared(after), compared(before));
};

export const fontSample = (from: string): string =>
  font(`${from === 'otf' ? 'cantarell' : 'dejavu'}.${from}`);

/** Fonttools finds the same glyphs, outlines, characters, names, and tables, except for rearranged ones. */
export const sameFont: Check = async ({ to, source, output }) => {
  const before = await fontFacts(source);
  assert.ok(before.glyphs.length > 200);
  assert.deepEqual(await fontFacts(output), { ...before, flavor: to.startsWith('woff') ? to : null });
};

/** All files in a compressed document keep their names, texts are identical, and pictures look the same. */
export const sameParts: Check = async ({ to, source, output }) => {
  const [before, after] = [await unzipped(source), await unzipped(output)];
  assert.deepEqual([...after.keys()], [...before.keys()]);
  // EPUB readers expect the media type as the first file (OCF 3.3, 4.3).
  if (to === 'epub') assert.equal(output.toString('latin1', 30, 58), 'mimetypeapplication/epub+zip');
  for (const [name, content] of before) {
    const now = after.get(name) ?? Buffer.alloc(0);
    const format = /\.(jpe?g|png|gif)$/.exec(name)?.[1];
    if (format === undefined) assert.ok(now.equals(content), name);
    else await assertSimilar(content, now, format);
  }
};

/** @throws AssertionError unless two pictures look the same */
export async function assertSimilar(before: Buffer, after: Buffer, format: string): Promise<void> {
  const likeness = ssim(await decode(before, format), await decode(after, format));
  assert.ok(likeness >= 0.98, likeness.toFixed(4));
}

/** Poppler and qpdf find the same pages and facts in a compressed PDF. */
export const samePdf: Check = async ({ source, output }) => {
  assert.deepEqual(await pdfFacts(output), await pdfFacts(source));
  await assertSamePages(source, output);
};
