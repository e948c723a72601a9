import assert from 'node:assert/strict';
import { isExplained } from '../../../tools/corpus/debian/explained.ts';
import type { Judged } from '../../../tools/corpus/summary.ts';
import type { Verdict } from '../../../tools/corpus/verdict.ts';

const file = 'usr/share/pandoc/data/templates/default.latex';
const differs: Verdict = { is: 'disagreement', differences: ['Pandoc: other words'] };
const judged = (path: string, verdict: Verdict = differs): Judged => ({
  path,
  format: 'tex',
  kind: 'documents',
  verdict,
});

describe('What is explained of the collection', () => {
  it('is a file of a package by the end of its path', () => {
    assert.ok(isExplained(judged(`pandoc-data/${file}`)));
  });

  it('is no file of that name elsewhere, and no other one', () => {
    assert.ok(!isExplained(judged(`another/${file}`)));
    assert.ok(!isExplained(judged(`pandoc-data/${file}.tex`)));
  });

  it('is that fault alone, and no crash or refusal of the same file', () => {
    assert.ok(!isExplained(judged(`pandoc-data/${file}`, { is: 'crash', sentence: 'It crashed.' })));
    assert.ok(
      !isExplained(judged(`pandoc-data/${file}`, { is: 'refusal', sentence: 'No.', readers: ['Pandoc'] })),
    );
  });
});
