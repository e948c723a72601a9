import assert from 'node:assert/strict';
import { visibleHtml } from '../../../../src/engines/documents/visibleHtml.ts';

describe('visibleHtml', () => {
  it('leaves out hidden elements with everything in them', () => {
    for (const [page, shown] of [
      ['a<p hidden>b</p>c', 'ac'],
      ['<p>a<span style="color:red; DISPLAY : none !important">b<i>c</i></span>d</p>', '<p>ad</p>'],
      ['<dialog><p>a</p></dialog><dialog open>b</dialog>', '<dialog open>b</dialog>'],
      ['<p hidden>a<p>b', '<p>b'],
      ['<ul><li hidden>a<li>b</ul>', '<ul><li>b</ul>'],
      ['<ul><li>a<li hidden>b</ul>c', '<ul><li>a</ul>c'],
      ['a<img hidden src="b">c', 'ac'],
      ['<div hidden><div hidden>a</div>b</div>c', 'c'],
      ['a<div hidden>b', 'a'],
      ['<h1>a<a class="headerlink" href="#a">¶</a></h1>', '<h1>a</h1>'],
    ] as const) {
      assert.equal(visibleHtml(page), shown, page);
    }
  });

  it('keeps elements that only look hidden', () => {
    const page =
      '<p title="hidden">a</p><p style="display:none;display:block">b</p><p style="background:url(display:none)">c</p>';
    assert.equal(visibleHtml(page), page);
  });

  it('makes links to places in the page itself internal, even if they name the file', () => {
    for (const [page, shown] of [
      ['<a class="x" href="a%20b.html#c&amp;d">e</a>', '<a class="x" href="#c&amp;d">e</a>'],
      ["<a href='./a b.html#c'>e</a>", '<a href="#c">e</a>'],
      ['<a href=a%20b.html#c>e</a>', '<a href="#c">e</a>'],
      ['<a href="other.html#c">e</a>', '<a href="other.html#c">e</a>'],
      ['<a href="a b.html">e</a>', '<a href="a b.html">e</a>'],
    ] as const) {
      assert.equal(visibleHtml(page, { fileName: 'a b.html' }), shown, page);
    }
  });

  it('refuses endlessly nested elements', () => {
    const deep = '<b>'.repeat(200_000) + '</i>'.repeat(200_000);
    assert.throws(() => visibleHtml(deep), { code: 'conversion.limit_exceeded' });
  });

  it('adds the same quotation marks as browsers, with other ones inside quotations', () => {
    assert.equal(visibleHtml('<q>a <q>b</q> c</q>, <q>d</q>'), '“a ‘b’ c”, “d”');
  });

  it('marks the formulas that MathJax would typeset', () => {
    for (const [page, marked] of [
      [
        String.raw`<p>a <span class="math inline">\(x \in y\)</span></p>`,
        String.raw`<p>a <span data-math="inline">x \in y</span></p>`,
      ],
      [`<div class="math">\n\\[x\\begin{a}\\]\n</div>`, `<div data-math="block">x\\begin{a}\n</div>`],
      ['<div class="math"><i>x</i></div>', '<div class="math"><i>x</i></div>'],
      [String.raw`<i class="math">\(x</i>`, String.raw`<i class="math">\(x</i>`],
    ] as const) {
      assert.equal(visibleHtml(page), marked, page);
    }
  });

  it('puts the summary of a details element on its own line', () => {
    const page = '<details><summary class="x">More</summary>Inside</details>';
    assert.equal(visibleHtml(page), '<details><div>More</div>Inside</details>');
  });

  it('ends self-closing elements of XHTML at once', () => {
    assert.equal(visibleHtml('<p><a id="x" hidden="hidden"/>a</p>', { isXml: true }), '<p>a</p>');
  });
});
