import assert from 'node:assert/strict';
import { type Outcome, verdictOf } from '../../../tools/corpus/verdict.ts';

const converted: Outcome = { is: 'converted', output: Buffer.from('output') };
const refused: Outcome = { is: 'refused', sentence: 'The image is damaged and can’t be read.' };

describe('The verdict on a file', () => {
  it('is agreement where all that read it have the same', () => {
    assert.deepEqual(verdictOf(converted, [{ program: 'Pillow' }]), { is: 'agreement' });
  });

  it('is disagreement where all that read it have something else', () => {
    const opinions = [
      { program: 'Pillow', difference: 'other pixels' },
      { program: 'ImageMagick', difference: 'other pixels, too' },
    ];
    const differences = ['Pillow: other pixels', 'ImageMagick: other pixels, too'];
    assert.deepEqual(verdictOf(converted, opinions), { is: 'disagreement', differences });
  });

  it('is that it is disputed where one has the same and another one something else', () => {
    const opinions = [{ program: 'Pillow', difference: 'other pixels' }, { program: 'ImageMagick' }];
    assert.deepEqual(verdictOf(converted, opinions), {
      is: 'disputed',
      differences: ['Pillow: other pixels'],
    });
  });

  it('is a refusal, with our sentence, where another program reads what we refuse', () => {
    assert.deepEqual(verdictOf(refused, [{ program: 'Pillow' }]), {
      is: 'refusal',
      sentence: 'The image is damaged and can’t be read.',
      readers: ['Pillow'],
    });
  });

  it('is none where nobody else reads the file', () => {
    assert.deepEqual(verdictOf(refused, []), { is: 'unjudged' });
    assert.deepEqual(verdictOf(converted, []), { is: 'unjudged' });
  });

  it('is a crash or a hang whatever others say', () => {
    const sentence = 'The conversion crashed.';
    assert.deepEqual(verdictOf({ is: 'crashed', sentence }, []), { is: 'crash', sentence });
    assert.deepEqual(verdictOf({ is: 'hung', sentence }, [{ program: 'Pillow' }]), { is: 'hang', sentence });
  });
});
