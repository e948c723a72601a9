import assert from 'node:assert/strict';
import { font } from '../../../test/support/service/fixtures.ts';
import { fontFacts } from '../../../test/support/service/fontFacts.ts';
import type { Check, Proofs } from '../proofs.ts';

/**
 * Reads the source and the output with fonttools, and compares glyphs, outlines, characters, names, and all tables that
 * aren't rearranged.
 */
export const sameFont: Check = async ({ to, source, output }) => {
  const before = await fontFacts(source);
  assert.ok(before.glyphs.length > 200);
  assert.deepEqual(await fontFacts(output), { ...before, flavor: to.startsWith('woff') ? to : null });
};

const targets = ['ttf', 'otf', 'woff', 'woff2'];

export const fontProofs: readonly Proofs[] = [
  {
    engine: 'font',
    kind: 'fonts',
    samples: {
      ttf: font('dejavu.ttf'),
      otf: font('cantarell.otf'),
      woff: font('dejavu.woff'),
      woff2: font('dejavu.woff2'),
    },
    checks: Object.fromEntries(targets.map((format) => [format, sameFont])),
  },
];
