import assert from 'node:assert/strict';
import { toHtml } from 'hast-util-to-html';
import { readHtml } from '../../../../../src/engines/documents/html/read.ts';
import { writeMarkdown } from '../../../../../src/engines/documents/markdown/write.ts';
import { writeText } from '../../../../../src/engines/documents/plainText.ts';

const read = (page: string): string => toHtml(readHtml(page, { fileName: 'a b.html' }).root);

function assertRead(cases: readonly (readonly [page: string, shown: string])[]): void {
  for (const [page, shown] of cases) assert.equal(read(page), shown, page);
}

const inlineMath = (tex: string): string => `<code class="language-math math-inline">${tex}</code>`;
const blockMath = (tex: string): string =>
  `<pre><code class="language-math math-display">${tex}</code></pre>`;
const tooDeep = { code: 'conversion.limit_exceeded' };

describe('readHtml', () => {
  it('leaves out hidden elements with everything in them', () => {
    assertRead([
      ['a<p hidden>b</p>c', '<p>ac</p>'],
      ['<p>a<span style="color:red; DISPLAY : none !important">b<i>c</i></span>d</p>', '<p>ad</p>'],
      ['<dialog><p>a</p></dialog><dialog open>b</dialog>', '<p>b</p>'],
      ['<p hidden>a<p>b', '<p>b</p>'],
      ['<ul><li hidden>a<li>b</ul>', '<ul><li>b</li></ul>'],
      ['a<img hidden src="b">c', '<p>ac</p>'],
      ['<div hidden><div hidden>a</div>b</div>c', '<p>c</p>'],
      ['<h1>a<a class="headerlink" href="#a">¶</a></h1>', '<h1>a</h1>'],
      ['<script>a</script><style>b</style><template>c</template><noscript>d</noscript>e', '<p>e</p>'],
      ['<style>.h, p#i { display: none }</style><p class="a h">a<p id="i">b<p>c', '<p>c</p>'],
      [
        '<p>a<span style="position:absolute; left:-9999px">b</span><span style="opacity:0">c</span>',
        '<p>a</p>',
      ],
    ]);
  });

  it('leaves out text that can’t be seen', () => {
    assertRead([
      ['<p style="visibility:hidden">a<b style="visibility:visible">b</b></p>', '<p><strong>b</strong></p>'],
      ['<div style="font-size:0">a<p style="font-size:12pt">b</p></div>', '<p>b</p>'],
      ['<p style="color:#fff">a</p><p><font color="white">b</font>c</p>', '<p>c</p>'],
      [
        '<p style="color:white;background:#00f">a</p>',
        '<p style="color: #ffffff; background-color: #0000ff">a</p>',
      ],
      [
        '<link rel="stylesheet" href="a.css"><p><font color="white">a</font></p>',
        '<p><span style="color: #ffffff">a</span></p>',
      ],
      [
        '<p>a\u00adb\u200bc a\u200db 👩\u200d💻 ❤\ufe0f क\u094d\u200dत x\u{e0041}</p>',
        '<p>abc ab 👩\u200d💻 ❤\ufe0f क\u094d\u200dत x</p>',
      ],
    ]);
  });

  it('keeps elements that only look hidden', () => {
    assertRead([
      [
        '<p title="hidden">a</p><p style="display:none;display:block">b</p><p style="background:url(display:none)">c</p>',
        '<p>a</p><p>b</p><p>c</p>',
      ],
    ]);
  });

  it('makes links to places in the page itself internal, and removes addresses that run or read something', () => {
    assertRead([
      ['<a class="x" href="a%20b.html#c&amp;d">e</a>', '<p><a href="#c&#x26;d">e</a></p>'],
      ["<a href='./a b.html#c'>e</a>", '<p><a href="#c">e</a></p>'],
      ['<a href="other.html#c">e</a>', '<p><a href="other.html#c">e</a></p>'],
      ['<a href="a b.html">e</a>', '<p><a href="a b.html">e</a></p>'],
      [
        '<base href="https://example.org/a/"><a href="b">c</a>',
        '<p><a href="https://example.org/a/b">c</a></p>',
      ],
      [
        '<a href="java\nscript:x">a</a><a href=" \u0001data:x" onclick="x">b</a><img src="file:c" alt="d">',
        '<p>abd</p>',
      ],
    ]);
  });

  it('keeps the ids to which links lead, on the elements that follow', () => {
    assertRead([
      [
        '<p><a href="#a">b</a></p><section id="a"><h2>c</h2></section>',
        '<p><a href="#a">b</a></p><h2 id="a">c</h2>',
      ],
      [
        '<p><a href="#a">b</a> <span id="a">c</span><i id="d">e</i></p>',
        '<p><a href="#a">b</a> <a id="a"></a>c<em>e</em></p>',
      ],
      ['<h1 id="a">a</h1><h1 id="a">b</h1>', '<h1 id="a">a</h1><h1>b</h1>'],
    ]);
  });

  it('adds the same quotation marks as browsers, with other ones inside quotations', () => {
    assertRead([['<q>a <q>b</q> c</q>, <q>d</q>', '<p>“a ‘b’ c”, “d”</p>']]);
  });

  it('puts readings, forms, and other elements that documents don’t have into the text', () => {
    assertRead([
      ['<ruby>山<rp>(</rp><rt>やま</rt><rp>)</rp></ruby>と', '<p>山(やま)と</p>'],
      [
        '<form>a <input value="b"> <select><option>c<option selected>d</select> <input type="password" value="e"><textarea>f\ng</textarea></form>',
        '<p>a b d f<br>g</p>',
      ],
      [
        '<p>a <svg><text>b</text></svg><iframe src="https://www.youtube.com/embed/c" title="d"></iframe></p>',
        '<p>a b<a href="https://www.youtube.com/watch?v=c">d</a></p>',
      ],
      [
        '<div class="admonition hint"><p>a</p></div>',
        '<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>a</p></div>',
      ],
    ]);
  });

  it('reads the formulas of MathJax, KaTeX, and Wikipedia', () => {
    const semantics = String.raw`<math><semantics><mi>x</mi><annotation encoding="application/x-tex">{\displaystyle x^2}</annotation></semantics></math>`;
    assertRead([
      [
        String.raw`<p>a <span class="math inline">\(x \in y\)</span></p>`,
        `<p>a ${inlineMath(String.raw`x \in y`)}</p>`,
      ],
      [`<div class="math">\n\\[x\\begin{a}\\]\n</div>`, blockMath('x\\begin{a}')],
      ['<div class="math"><i>x</i></div>', '<p><em>x</em></p>'],
      [String.raw`<i class="math">\(x</i>`, String.raw`<p><em>\(x</em></p>`],
      [
        `<span class="katex">${semantics}<span class="katex-html">x2</span></span>`,
        `<p>${inlineMath('x^2')}</p>`,
      ],
      [
        `<span class="mwe-math-element"><span style="display:none">${semantics}</span><img alt="x"></span>`,
        `<p>${inlineMath('x^2')}</p>`,
      ],
      [
        '<span class="MathJax">x</span><script type="math/tex; mode=display">x&y</script>',
        blockMath('x&#x26;y'),
      ],
    ]);
  });

  it('keeps the structure of items, quotes, details, and tables', () => {
    assertRead([
      [
        '<ul><li>a<ul><li>b</ul></li><ol start="3" type="a"><li value="3">c</ol></ul>',
        '<ul><li>a<ul><li>b</li></ul><ol start="3" type="a"><li>c</li></ol></li></ul>',
      ],
      [
        '<ol><li><p>a</p><pre><code class="language-py">b\n  c\n</code></pre></li></ol>',
        '<ol><li><p>a</p><pre><code class="language-py">b\n  c\n</code></pre></li></ol>',
      ],
      [
        '<blockquote>a<blockquote><p>b</p></blockquote>c</blockquote>',
        '<blockquote><p>a</p><blockquote><p>b</p></blockquote><p>c</p></blockquote>',
      ],
      [
        '<details><summary class="x">a <p>b</p></summary>c</details>',
        '<details><summary>a<br>b</summary><p>c</p></details>',
      ],
      [
        '<ul><li><label><input type="checkbox" checked> a</label><li>b <input type="checkbox"></ul>',
        '<ul><li class="task-list-item"><input type="checkbox" checked disabled> a</li><li>b ☐</li></ul>',
      ],
      [
        '<table><caption>a</caption><thead><tr><td>b</thead><tfoot><tr><td>c</tfoot><tr><td rowspan="9" colspan="2" align="center">d<p>e</table>',
        '<p>a</p><table><thead><tr><th>b</th></tr></thead><tbody><tr><td colspan="2" rowspan="9" align="center"><p>d</p><p>e</p></td></tr></tbody><tfoot><tr><td>c</td></tr></tfoot></table>',
      ],
    ]);
  });

  it('moves blocks out of inline elements, and shows white space as browsers do', () => {
    assertRead([
      [
        '<b><p>a</p>b <i>c</b> d</i>',
        '<p><strong>a</strong></p><p><strong>b <em>c</em></strong> <em>d</em></p>',
      ],
      ['<p><a href="b"><div>a</div>c</a></p>', '<p><a href="b">a</a></p><p><a href="b">c</a></p>'],
      ['<h1><div>a</div><div>b</div></h1>', '<h1>a<br>b</h1>'],
      ['<p>\n a <b> b</b> <br> c\t<i> </i>d <br></p><p> &nbsp; </p>', '<p>a <strong>b</strong><br>c d</p>'],
      ['<p style="white-space:pre">a\nb  c</p>', '<p>a<br>b\u00a0 c</p>'],
    ]);
  });

  it('keeps alignment, colors, and the font, from attributes and styles in any notation', () => {
    assertRead([
      ['<center>a<p align="right">b</p></center>', '<p align="center">a</p><p align="right">b</p>'],
      [
        '<style>.x { font: 1px a; font-weight: 700; color: hsl(0 100% 50%) } #y { text-align: center }</style><p class="x" id="y">a</p>',
        '<p align="center" style="color: #ff0000" id="y"><strong>a</strong></p>',
      ],
      [
        '<b style="font-weight:normal"><span style="font-style:italic;text-decoration:underline line-through">a</span></b>',
        '<p><em><u><s>a</s></u></em></p>',
      ],
      [
        '<p style="margin-left:2em"><font size="5">a</font> <kbd>b</kbd> <strike>c</strike> <ins>d</ins></p>',
        '<p style="margin-left: 24pt"><span style="font-size: 18pt">a</span> <code>b</code> <s>c</s> <u>d</u></p>',
      ],
    ]);
  });

  it('has page breaks where styles have them, without empty pages', () => {
    const page =
      '<style>h1 { break-before: page } @media print { p.end, .x { page-break-after: always } }</style><h1>one</h1><p class="a end">two</p><h1>three</h1><p>four<br style="page-break-before:always">five</p><table><tr><td class="x">six</td></tr></table><div style="break-before:page"></div>';
    const pageBreak = '<hr class="page-break">';
    assert.equal(
      read(page),
      `<h1>one</h1><p>two</p>${pageBreak}<h1>three</h1><p>four</p>${pageBreak}<p>five</p><table><tbody><tr><td>six</td></tr></tbody></table>`,
    );
  });

  it('shows notes where they are referred to, once they are marked as notes', () => {
    const note = '<footnote id="n"><p>Note</p></footnote>';
    assertRead([
      [
        '<p>a<sup><a href="#n" id="r" data-footnote-ref>1</a></sup>, b<a class="footnote-ref" href="#n">1</a></p><section class="footnotes"><h2>Notes</h2><ol><li id="n"><p>Note <a href="#r">↩</a></p></ol></section>',
        `<p>a${note}, b${note}</p>`,
      ],
      [
        '<p>a<a epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n">Note</aside><p>b</p>',
        `<p>a${note}</p><p>b</p>`,
      ],
      ['<p>a<a href="#n">1</a></p><p id="n">Note</p>', '<p>a<a href="#n">1</a></p><p id="n">Note</p>'],
      ['<p id="n">a<a role="doc-noteref" href="#n">1</a></p>', '<p>a</p>'],
    ]);
  });

  it('has the pictures of the page, equal ones once, and the facts about it', () => {
    const picture = 'data:image/png;base64,iVBORw0KGgo=';
    const { root, pictures, ...facts } = readHtml(
      `<html lang="de"><head><title> A\nB</title><meta name="author" content="C"><meta name="date" content="May 2026"></head><p><img src="${picture}" width="10" style="height:1in" alt="D"><img src="${picture}"><img srcset="e.png 1x, f.png 2x"><img src="picture1.png">`,
    );
    assert.equal(
      toHtml(root),
      '<p><img src="picture1.png" alt="D" width="10" height="96"><img src="picture1.png" alt=""><img src="e.png" alt=""><img src="./picture1.png" alt=""></p>',
    );
    const data = Buffer.from('iVBORw0KGgo=', 'base64');
    assert.deepEqual([...pictures], [['picture1.png', { mediaType: 'image/png', data }]]);
    assert.deepEqual(facts, { language: 'de', title: 'A B', author: 'C', date: 'May 2026' });
  });

  it('refuses elements that are nested endlessly, and tables that cover too much', () => {
    for (const page of ['<b>'.repeat(200_000) + '</i>'.repeat(200_000), '<b><p>'.repeat(100_000)])
      assert.throws(() => readHtml(page), tooDeep);
    const table = `<table>${'<tr><td rowspan="65534" colspan="1000">a'.repeat(1000)}`;
    assert.throws(() => writeText(readHtml(table), {}), tooDeep);
    assert.throws(() => writeMarkdown(readHtml(table), {}), tooDeep);
  });

  it('ends cells with their part of the table', () => {
    const page =
      '<table><thead><tr><td rowspan="9">a<td>b</thead><tr><td>c<td rowspan="0">d<tr><td>e<tfoot><tr><td>f<td>g</table>';
    assert.equal(
      writeText(readHtml(page), {}),
      ['| a | b |', '| c | d |', '| e |   |', '| f | g |', ''].join('\n'),
    );
  });

  it('reads ten thousand elements of formatting that isn’t ended', () => {
    const page = Array.from({ length: 10_000 }, (_, at) => `<p><b id="${at}">a</p>`).join('');
    assert.equal(readHtml(page).root.children.length, 10_000);
  });
});
