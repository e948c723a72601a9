import assert from 'node:assert/strict';
import { toHtml } from 'hast-util-to-html';
import { element } from '../../../../../src/engines/documents/tree/document.ts';
import { inlineContent } from '../../../../../src/engines/documents/tree/runs.ts';

describe('inlineContent', () => {
  it('has few elements, in which white space and notes look like the text around them', () => {
    const note = element('footnote', { id: 'a' }, ['n']);
    const children = inlineContent([
      { content: ' a', look: { bold: true } },
      { content: ' ', look: {} },
      { content: 'b', look: { bold: true, italic: true } },
      { content: note, look: {} },
      { content: ' c ', look: { bold: true, link: 'https://a.b/' } },
      { content: 'd', look: { link: 'javascript:e', color: 'red', fontSize: 9 } },
    ]);
    assert.equal(
      toHtml({ type: 'root', children }),
      '<strong>a <em>b</em><footnote id="a">n</footnote> <a href="https://a.b/">c</a></strong> <span style="font-size: 9pt">d</span>',
    );
  });

  it('ends code at a line break', () => {
    const code = { code: true, fontSize: 9 };
    const children = inlineContent([
      { content: 'a', look: code },
      { content: element('br', {}), look: code },
      { content: 'b', look: code },
    ]);
    assert.equal(toHtml({ type: 'root', children }), '<code>a</code><br><code>b</code>');
  });
});
