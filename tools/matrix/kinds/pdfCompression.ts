import assert from 'node:assert/strict';
import { document } from '../../../test/support/service/fixtures.ts';
import { pdfFacts } from '../../../test/support/service/pdfFacts.ts';
import { assertSamePages } from '../../../test/support/service/samePages.ts';
import type { Check, Proofs } from '../proofs.ts';

const sameButSmaller: Check = async ({ source, output }) => {
  assert.ok(output.length < source.length, `${source.length} → ${output.length} bytes`);
  assert.deepEqual(await pdfFacts(output), await pdfFacts(source));
  await assertSamePages(source, output);
};

export const pdfCompressionProofs: readonly Proofs[] = [
  {
    engine: 'pdfCompression',
    kind: 'documents',
    samples: { pdf: document('pictures.pdf') },
    checks: { pdf: sameButSmaller },
  },
];
