import assert from 'node:assert/strict';
import { english, figure, foreign, joined, say, speak, verbatim } from '../../../../src/vscode/text/words.ts';

describe('Words', () => {
  it('are English as long as nothing else is spoken', () => {
    assert.equal(say('Saved {0}, {1} smaller.', foreign('a {1}.png'), 3), 'Saved a {1}.png, 3 smaller.');
    assert.equal(figure(1234.5), '1,234.5');
  });

  it('are of the language that is spoken', () => {
    speak({ tag: 'de', translate: (message, name) => `${message} auf Deutsch: ${name}` });
    try {
      assert.equal(say('Saved {0}.', foreign('a.png')), 'Saved {0}. auf Deutsch: a.png');
      assert.equal(figure(1234.5), '1.234,5');
      assert.equal(verbatim('KB'), 'KB');
    } finally {
      speak(english);
    }
  });

  it('are joined without those that say nothing', () => {
    assert.equal(joined([verbatim('B'), undefined, foreign(''), verbatim('KB')], ', '), 'B, KB');
  });
});
