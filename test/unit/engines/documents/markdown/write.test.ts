import assert from 'node:assert/strict';
import type { ElementContent } from 'hast';
import { fault } from '../../../../../src/contract/fault.ts';
import { readHtml } from '../../../../../src/engines/documents/html/read.ts';
import { readMarkdown } from '../../../../../src/engines/documents/markdown/read.ts';
import { writeMarkdown } from '../../../../../src/engines/documents/markdown/write.ts';
import { type Document, element } from '../../../../../src/engines/documents/tree/document.ts';

const write = (document: Document, pictures = true): string =>
  writeMarkdown(document, { pictures }).trimEnd();
const written = (...children: ElementContent[]): string =>
  write({ root: { type: 'root', children }, pictures: new Map() });
const fromHtml = (html: string): string => write(readHtml(html));
const p = (...children: (ElementContent | string)[]): ElementContent => element('p', {}, children);

const marked = (content: string): string => {
  const image = element('img', { src: 'picture1.png', alt: 'A picture' });
  const pictures = new Map([['picture1.png', { mediaType: 'image/png', data: Buffer.from(content) }]]);
  const document = { root: { type: 'root' as const, children: [p(image)] }, pictures };
  return writeMarkdown(document, { pictures: false, pictureMarks: true });
};

describe('Written Markdown', () => {
  it('has text that stays text', async () => {
    const lines = [
      '---',
      '# a',
      '- a',
      '1. a',
      '> a',
      '| a |',
      '$a$ and $5',
      ': a',
      '\\begin{align}',
      '+++',
      '===',
      '<b>',
      '[^1]',
      '&amp;',
    ];
    const markdown = written(...lines.map((line) => p(line)));
    assert.deepEqual(markdown.split('\n\n'), [
      '\\---',
      '\\# a',
      '\\- a',
      '1\\. a',
      '\\> a',
      '\\| a |',
      '\\$a\\$ and \\$5',
      '\\: a',
      '\\\\begin{align}',
      '\\+++',
      '\\===',
      '\\<b>',
      '\\[^1]',
      '\\&amp;',
    ]);
    assert.deepEqual(
      (await readMarkdown(markdown)).root.children.map((node) => node.type === 'element' && node.children),
      lines.map((value) => [{ type: 'text', value }]),
    );
    assert.equal(written(element('hr', {}), p('a: b'), element('hr', {})), '***\n\na: b\n\n***');
  });

  it('leaves ampersands alone that begin no character reference', () => {
    const link = element('a', { href: 'https://example.org/?a=1&b=2&#35;' }, ['R&D']);
    assert.equal(
      written(p('AT&T & #1 &copy ', link)),
      'AT&T & #1 &copy [R&D](https://example.org/?a=1&b=2\\&#35;)',
    );
  });

  it('joins formatting, moves white space out of it, and uses HTML where there are no signs', () => {
    const markdown = written(
      p(
        element('strong', {}, ['a ']),
        element('strong', {}, [element('strong', {}, ['b']), ' ']),
        element('span', { style: 'color: #ff0000' }, ['c', element('u', {}, ['d']), element('u', {}, ['e'])]),
        'H',
        element('sub', {}, ['2']),
        element('strong', {}, [' ']),
        element('a', { href: 'https://example.org' }, [element('u', {}, ['link'])]),
        element('br', {}),
      ),
      element('h2', {}, []),
      element('pre', {}, [element('code', { className: ['language-js'] }, ['```\na\n'])]),
    );
    assert.equal(
      markdown,
      '**a b** c<u>de</u>H<sub>2</sub> [link](https://example.org)\n\n````js\n```\na\n````',
    );
  });

  it('has lists of items with blocks, tasks, labels, and lists', () => {
    const html =
      '<ol start="3"><li>a<pre>c\n  d</pre><blockquote>q</blockquote></li><li><ul><li>x</li></ul></li></ol><ol><li>b</li></ol><ul><li><input type="checkbox" checked> t</li></ul>';
    assert.equal(fromHtml(html), '3. a\n   ```\n   c\n     d\n   ```\n   > q\n4. - x\n\n1) b\n\n- [x] t');
    const labeled = element('ol', {}, [
      element('li', { dataLabel: '(a) ' }, ['one']),
      element('li', { dataLabel: 'i. ' }, ['two', element('ul', {}, [element('li', {}, ['three'])])]),
    ]);
    assert.equal(written(labeled), '(a) one\n\ni. two\n\n- three');
  });

  it('has tables, as HTML if cells are merged or hold blocks', () => {
    const simple =
      '<table><tr><th>a|b</th><th align="right"><b>c</b></th></tr><tr><td><p>1</p><p>2</p></td></tr></table>';
    assert.equal(fromHtml(simple), '| a\\|b | c |\n| --- | ---: |\n| 1<br>2 |');
    const merged =
      '<table><tr><td colspan="2">a &lt; b</td></tr><tr><td><ul><li>c</li></ul></td><td>d</td></tr></table>';
    assert.equal(
      fromHtml(merged),
      '<table>\n<tr>\n<td colspan="2">a &#x3C; b</td>\n</tr>\n<tr>\n<td>\n\n- c\n\n</td>\n<td>d</td>\n</tr>\n</table>',
    );
  });

  it('has formulas, notes, alerts, and terms', async () => {
    const markdown =
      'a $x$<!-- -->5$y$<!-- -->$z$[^n] $m n$<!-- -->th $n$th and[^n]\n\n$$\ny\n$$\n\n> [!NOTE]\n> Text\n\n[^n]: Note\n\n    more\n\nTerm\n: Definition\n';
    assert.equal(
      write(await readMarkdown(markdown)),
      'a $x$<!-- -->5$y$<!-- -->$z$[^1] $m n$<!-- -->th $n$th and[^1]\n\n$$\ny\n$$\n\n> [!NOTE]\n> Text\n\n**Term**\n\nDefinition\n\n[^1]: Note\n\n    more',
    );
  });

  it('has links that lead to its headings, or to anchors of their own', () => {
    const html =
      '<p><a href="#top">1</a> <a href="#b">2</a> <a href="#cell">3</a> <a href="#none">4</a></p><h1 id="top">One &amp; two</h1><h2>Part</h2><p id="x"></p><h2 id="b">Part</h2><p id="cell">text</p>';
    assert.equal(
      fromHtml(html),
      '[1](#one--two) [2](#part-1) [3](#cell) 4\n\n# One & two\n\n## Part\n\n## Part\n\n<a id="cell"></a>text',
    );
  });

  it('marks pictures that are left out, if wanted, by names that change with them', () => {
    assert.match(marked('a'), /^!\[A picture\]\(picture-[\da-f]{8}\.png\)$/m);
    assert.equal(marked('a'), marked('a'));
    assert.notEqual(marked('a'), marked('b'));
  });

  it('has pictures in itself unless they are left out, but not without limit', () => {
    const data = Buffer.alloc(3000, 'picture');
    const image = element('img', { src: 'picture1.png', alt: 'A picture' });
    const document: Document = {
      root: { type: 'root', children: [p(image), p(image, 'b')] },
      pictures: new Map([['picture1.png', { mediaType: 'image/png', data }]]),
    };
    const picture = `![A picture](data:image/png;base64,${data.toString('base64')})`;
    assert.equal(write(document), `${picture}\n\n${picture}b`);
    assert.equal(write(document, false), 'b');
    const many = {
      ...document,
      root: { ...document.root, children: Array.from({ length: 20_000 }, () => p(image)) },
    };
    assert.throws(() => write(many), { fault: fault('document.depth') });
  });
});
