import assert from 'node:assert/strict';
import { data, document } from '../../../test/support/service/fixtures.ts';
import { printedByLibreOffice } from '../../../test/support/service/libreOffice.ts';
import { unzipped } from '../../../test/support/service/poppler.ts';
import { decode } from '../../../test/support/service/raster.ts';
import { assertSamePages } from '../../../test/support/service/samePages.ts';
import { ssim } from '../../../test/support/service/ssim.ts';
import type { Check, Proofs } from '../proofs.ts';

const picture = /\.(jpe?g|png|gif)$/;

/** All files keep their names, texts are identical, and pictures look the same. */
const sameParts: Check = async ({ source, output }) => {
  assert.ok(output.length < source.length, `${source.length} → ${output.length} bytes`);
  const [before, after] = [await unzipped(source), await unzipped(output)];
  assert.deepEqual([...after.keys()], [...before.keys()]);
  for (const [name, content] of before) {
    const now = after.get(name) ?? Buffer.alloc(0);
    const format = picture.exec(name)?.[1];
    if (format === undefined) assert.ok(now.equals(content), name);
    else {
      const likeness = ssim(await decode(content, format), await decode(now, format));
      assert.ok(likeness >= 0.98, `${name}: ${likeness.toFixed(4)}`);
    }
  }
};

const samePrint: Check = async (converted) => {
  await sameParts(converted);
  const { to, source, output } = converted;
  const [before, after] = await printedByLibreOffice([source, output], to);
  assert.ok(before && after);
  await assertSamePages(before, after);
};

const sameBook: Check = async (converted) => {
  await sameParts(converted);
  const { output } = converted;
  // EPUB readers expect the media type as the first file (OCF 3.3, 4.3).
  assert.equal(output.toString('latin1', 30, 58), 'mimetypeapplication/epub+zip');
};

const printed = ['docx', 'pptx', 'odt', 'odp'];

export const officeArchiveProofs: readonly Proofs[] = [
  {
    engine: 'officeArchiveCompression',
    kind: 'documents',
    samples: {
      ...Object.fromEntries([...printed, 'epub'].map((format) => [format, document(`pictures.${format}`)])),
      xlsx: data('ledger.xlsx'),
      ods: data('ledger.ods'),
    },
    checks: {
      ...Object.fromEntries([...printed, 'xlsx', 'ods'].map((format) => [format, samePrint])),
      epub: sameBook,
    },
  },
];
