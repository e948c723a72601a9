import assert from 'node:assert/strict';
import { highlightedCode, themeCss, tokenStyle } from '../../../../../src/engines/documents/tree/code.ts';
import { element } from '../../../../../src/engines/documents/tree/document.ts';

describe('highlightedCode', () => {
  it('leaves code as it is if it is nested too deeply, and highlights the rest of the document', async () => {
    const [deep, plain, unknown] = [
      ['rust', '/*'.repeat(20_000)],
      ['Rust', 'let a = 1;'],
      ['none', 'let'],
    ].map(([language, text = '']) => {
      return element('pre', {}, [element('code', { className: [`language-${language}`] }, [text])]);
    });
    assert.ok(deep && plain && unknown);
    const highlighted = await highlightedCode({ type: 'root', children: [deep, plain, unknown] });
    assert.deepEqual(
      [...highlighted].map(([block, [first]]) => [block, first]),
      [[plain, { text: 'let', kind: 'keyword' }]],
    );
    assert.deepEqual(tokenStyle('comment'), { color: '#5f6872', italic: true });
    assert.match(themeCss, /^\.hljs-comment { color: #5f6872; font-style: italic }$/m);
  });
});
