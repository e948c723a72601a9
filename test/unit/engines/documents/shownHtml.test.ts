import assert from 'node:assert/strict';
import { shownHtml } from '../../../../src/engines/documents/shownHtml.ts';

describe('shownHtml', () => {
  it('leaves out what is hidden, as far as that reaches', () => {
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
    ] as const) {
      assert.equal(shownHtml(page), shown, page);
    }
  });

  it('keeps what only looks hidden', () => {
    const page =
      '<p title="hidden">a</p><p style="display:none;display:block">b</p><p style="background:url(display:none)">c</p>';
    assert.equal(shownHtml(page), page);
  });

  it('refuses what nests without end', () => {
    const deep = '<b>'.repeat(200_000) + '</i>'.repeat(200_000);
    assert.throws(() => shownHtml(deep), { code: 'conversion.limit_exceeded' });
  });

  it('has the quotation marks that browsers add, others within', () => {
    assert.equal(shownHtml('<q>a <q>b</q> c</q>, <q>d</q>'), '“a ‘b’ c”, “d”');
  });

  it('has the summary of details on a line of its own', () => {
    const page = '<details><summary class="x">More</summary>Inside</details>';
    assert.equal(shownHtml(page), '<details><div>More</div>Inside</details>');
  });

  it('ends elements of XHTML where they end themselves', () => {
    assert.equal(shownHtml('<p><a id="x" hidden="hidden"/>a</p>', { isXml: true }), '<p>a</p>');
  });
});
