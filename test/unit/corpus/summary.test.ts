import assert from 'node:assert/strict';
import { isFault, type Judged, linesOf, summaryOf } from '../../../tools/corpus/summary.ts';
import type { Verdict } from '../../../tools/corpus/verdict.ts';

const judged = (verdict: Verdict, kind: Judged['kind'] = 'images'): Judged => ({
  path: 'a/b.tga',
  format: 'tga',
  kind,
  verdict,
});

const differences = ['Pillow: other pixels', 'FFmpeg: other pixels'];
const sentence = 'The conversion crashed.';

const each = {
  agreement: judged({ is: 'agreement' }),
  disputed: judged({ is: 'disputed', differences }),
  disagreement: judged({ is: 'disagreement', differences }),
  refusal: judged({ is: 'refusal', sentence: 'No.', readers: ['Pillow', 'FFmpeg'] }),
  crash: judged({ is: 'crash', sentence }, 'pdf'),
  hang: judged({ is: 'hang', sentence }, 'pdf'),
  unjudged: judged({ is: 'unjudged' }, 'pdf'),
};

describe('What a run over a corpus says', () => {
  it('counts every file once, what is disputed among the agreements, and each kind for itself', () => {
    const images = {
      files: 4,
      agreements: 2,
      disputed: 1,
      disagreements: 1,
      refusals: 1,
      crashes: 0,
      hangs: 0,
      unjudged: 0,
    };
    const pdf = {
      files: 3,
      agreements: 0,
      disputed: 0,
      disagreements: 0,
      refusals: 0,
      crashes: 1,
      hangs: 1,
      unjudged: 1,
    };
    assert.deepEqual(summaryOf(Object.values(each)), {
      ...images,
      files: 7,
      crashes: 1,
      hangs: 1,
      unjudged: 1,
      byKind: { images, pdf },
    });
  });

  it('calls faults what was read wrongly, crashed or hung, and nothing else', () => {
    const faults = Object.entries(each).flatMap(([name, one]) => (isFault(one) ? [name] : []));
    assert.deepEqual(faults, ['disagreement', 'crash', 'hang']);
  });

  it('has a line for each program that reads something else', () => {
    assert.deepEqual(linesOf(each.disagreement), [
      'disagreement  a/b.tga (tga)  Pillow: other pixels',
      'disagreement  a/b.tga (tga)  FFmpeg: other pixels',
    ]);
  });

  it('has our sentence, and who reads the file, of what we refuse', () => {
    assert.deepEqual(linesOf(each.refusal), ['refusal  a/b.tga (tga)  No. Read by: Pillow, FFmpeg']);
  });

  it('has no line where there is nothing to look at', () => {
    assert.deepEqual([...linesOf(each.agreement), ...linesOf(each.unjudged)], []);
  });
});
