import assert from 'node:assert/strict';
import { isExplained } from '../../../tools/corpus/debian/explained.ts';
import type { CorpusVerdict } from '../../../tools/corpus/verdict.ts';

const file = 'pandoc-data/usr/share/pandoc/data/templates/default.latex';
const differs: CorpusVerdict = { is: 'disagreement', differences: ['Pandoc: other words'] };

const isExcused = (path: string, verdict: CorpusVerdict): boolean =>
  isExplained({ path, format: 'tex', kind: 'documents', verdict });

describe('The list of explained disagreements', () => {
  it('excuses one kind of error in one file and nothing else', () => {
    assert.ok(isExcused(file, differs));
    assert.ok(!isExcused(file.replace('pandoc-data', 'another'), differs));
    assert.ok(!isExcused(`${file}.tex`, differs));
    assert.ok(!isExcused(file, { is: 'crash', sentence: 'It crashed.' }));
    assert.ok(!isExcused(file, { is: 'refusal', sentence: 'No.', readers: ['Pandoc'] }));
  });
});
