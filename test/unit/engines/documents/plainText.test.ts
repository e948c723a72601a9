import assert from 'node:assert/strict';
import { documentOfText, writeText } from '../../../../src/engines/documents/plainText.ts';
import { element } from '../../../../src/engines/documents/tree/document.ts';
import { treeOf } from '../../../support/documentTree.ts';

const written = (markup: string, wrap?: number): string[] => writeText(treeOf(markup), { wrap }).split('\n');

describe('documentOfText', () => {
  it('reads paragraphs, with their line breaks and white space', () => {
    const { root } = documentOfText('\r\n One\r\n\ttwo  three \n \t\n\n\nfour\f\u2028five\n');
    const line = element('br', {});
    assert.deepEqual(root.children, [
      element('p', {}, ['\u00a0One', line, '\u00a0\u00a0\u00a0\u00a0two\u00a0 three']),
      element('p', {}, ['four']),
      element('p', {}, ['five']),
    ]);
    assert.deepEqual(documentOfText(' \n\n').root.children, []);
  });
});

describe('writeText', () => {
  it('writes blocks on lines of their own, with the marks of lists and quotes', () => {
    const markup =
      '<p class="title">T</p><h1>H</h1><p>a <em>b</em><br/>c <img src="x" alt="y"/> d</p><ol start="3"><li>x</li><li><p>y</p><p>more</p><pre><code>code  {\n}\n</code></pre></li><li value="9"><ul><li>n</li></ul></li></ol><ol type="a"><li data-label="(a) ">l<ol><li data-label="I. ">r</li></ol></li></ol><ul><li class="task-list-item"><input type="checkbox" checked=""/> t</li><li class="task-list-item"><p><input type="checkbox"/>u</p></li><li><pre><code>p</code></pre></li><li/></ul><blockquote><p>q</p><blockquote>r</blockquote></blockquote><div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>do</p></div><hr/><details><summary>s</summary>in</details><dl><dt>t</dt><dd>d</dd></dl><p><code class="language-math math-inline">a^2</code></p><article><p>z</p></article>';
    assert.deepEqual(written(markup), [
      'T',
      'H',
      'a b',
      'c d',
      '3. x',
      '4. y',
      '    more',
      '    code  {',
      '    }',
      '9.',
      '    - n',
      '(a) l',
      '    I. r',
      '- [x] t',
      '- [ ] u',
      '-',
      '    p',
      '-',
      '> q',
      '> > r',
      '[TIP] do',
      '',
      's',
      'in',
      't',
      '    d',
      'a^2',
      'z',
      '',
    ]);
  });

  it('writes tables in columns, with merged cells', () => {
    const markup =
      '<p>c</p><table><thead><tr><th>Name</th><th>n</th></tr></thead><tbody><tr><td rowspan="2"><p>a</p><ul><li>b</li></ul></td><td>1</td></tr><tr><td>2</td></tr><tr><td colspan="2">wide</td></tr></tbody></table><p>end</p>';
    assert.deepEqual(written(markup, 20), [
      'c',
      '',
      '| Name  | n |',
      '| a - b | 1 |',
      '|       | 2 |',
      '| wide  |   |',
      '',
      'end',
      '',
    ]);
  });

  it('writes each note once at the end, including those of notes', () => {
    const note = '<footnote id="a"><p>one<footnote id="c">three</footnote></p><p>more</p></footnote>';
    const markup = `<p>x${note}y${note}</p><table><tr><td>z<footnote id="b">two</footnote></td></tr></table>`;
    assert.deepEqual(written(markup), [
      'x[1]y[1]',
      '',
      '| z[2] |',
      '',
      '',
      '--- Notes ---',
      '[1] one[3]',
      '    more',
      '[2] two',
      '[3] three',
      '',
    ]);
  });

  it('wraps lines between words, but not code', () => {
    const words = 'one two three four five six';
    const long = 'x'.repeat(30);
    assert.deepEqual(
      written(
        `<p>${words} ${long}</p><ul><li>${words}</li></ul><blockquote>${words}</blockquote><pre><code>${words}</code></pre>`,
        20,
      ),
      [
        'one two three four',
        'five six',
        long,
        '- one two three four',
        '    five six',
        '> one two three four',
        '> five six',
        words,
        '',
      ],
    );
  });
});
