import assert from 'node:assert/strict';
import { fromHtml } from 'hast-util-from-html';
import { writeHtml } from '../../../../../src/engines/documents/html/write.ts';
import {
  type Document,
  element,
  elementsIn,
  maxDepth,
} from '../../../../../src/engines/documents/tree/document.ts';
import { treeOf } from '../../../../support/documentTree.ts';

const png = { mediaType: 'image/png', data: Buffer.from('abc') };

/** The content of the page without that of its MathML. */
async function main(document: Document | string, options = {}): Promise<string> {
  const page = await writeHtml(typeof document === 'string' ? treeOf(document) : document, options);
  const [, content = ''] = page.split(/<main>|<\/main>/);
  return content.replaceAll(/(<math)[^>]*?( display="block")?>.*?(?=<\/math>)/gs, '$1$2>').trim();
}

async function shows(markup: string, lines: readonly string[]): Promise<void> {
  assert.deepEqual((await main(markup)).split('\n'), lines);
}

describe('writeHtml', () => {
  it('writes a whole page with its title, author, and language', async () => {
    const document = treeOf('<p>One</p>', { title: 'A & B', author: 'C <D>', language: 'de-CH' });
    const page = await writeHtml(document, {});
    assert.deepEqual(page.replace(/(?<=<style>\n).*(?=<\/style>)/s, '').split('\n'), [
      '<!DOCTYPE html>',
      '<html lang="de-CH">',
      '<head>',
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<title>A &amp; B</title>',
      '<meta name="author" content="C &lt;D&gt;">',
      '<style>',
      '</style>',
      '</head>',
      '<body>',
      '<main>',
      '<p>One</p>',
      '</main>',
      '</body>',
      '</html>',
      '',
    ]);
    assert.match(await writeHtml(treeOf('<p>a</p><h2>One<br/>two</h2>'), {}), /<html>[^]*<title>One two</);
  });

  it('leaves out labels that browsers show anyway, and the size of most of the text', async () => {
    await shows(
      '<ol type="i"><li data-label="iv. ">four</li><li data-label="v. ">five</li></ol><p><span style="font-size: 11pt">most of the text</span> <span style="font-size: 18pt">large</span></p>',
      [
        '<ol type="i" start="4">',
        '  <li>four</li>',
        '  <li>five</li>',
        '</ol>',
        '<p>most of the text <span style="font-size: 18pt">large</span></p>',
      ],
    );
  });

  it('puts blocks, items, and rows on lines of their own', async () => {
    await shows(
      '<p>a<br/>b</p><ul><li>one<ol start="3"><li>x</li><li value="4">y</li><li value="9">z</li></ol></li><li><p>p</p><pre><code>a\n  b</code></pre></li></ul><blockquote>q</blockquote><table align="left"><tr><th>h</th><th align="right">i</th></tr><tr><td>c</td><td colspan="1"><strong>d</strong></td></tr><tr><td rowspan="2"><p>e</p></td></tr></table>',
      [
        '<p>a<br>',
        '  b</p>',
        '<ul>',
        '  <li>one',
        '    <ol start="3">',
        '      <li>x</li>',
        '      <li>y</li>',
        '      <li value="9">z</li>',
        '    </ol>',
        '  </li>',
        '  <li>',
        '    <p>p</p>',
        '    <pre><code>a',
        '  b</code></pre>',
        '  </li>',
        '</ul>',
        '<blockquote>q</blockquote>',
        '<table>',
        '  <thead>',
        '    <tr><th>h</th><th style="text-align: right">i</th></tr>',
        '  </thead>',
        '  <tbody>',
        '    <tr><td>c</td><td><strong>d</strong></td></tr>',
        '    <tr>',
        '      <td rowspan="2">',
        '        <p>e</p>',
        '      </td>',
        '    </tr>',
        '  </tbody>',
        '</table>',
      ],
    );
  });

  it('writes notes as GitHub does, each once, including those of notes', async () => {
    const inner = '<footnote id="fn-2"><p>inner</p></footnote>';
    const note = `<footnote id="a"><p>one</p><p>two${inner}</p></footnote>`;
    await shows(`<h2 id="fn-1">h</h2><p>x${note}</p><p>y${note}<footnote id="c">z</footnote></p>`, [
      '<h2 id="fn-1">h</h2>',
      '<p>x<sup><a href="#fn-1-" id="fnref-1" role="doc-noteref" data-footnote-ref>1</a></sup></p>',
      '<p>y<sup><a href="#fn-1-" id="fnref-1-2" role="doc-noteref" data-footnote-ref>1</a></sup><sup><a href="#fn-2" id="fnref-2" role="doc-noteref" data-footnote-ref>2</a></sup></p>',
      '<section class="footnotes" role="doc-endnotes" data-footnotes>',
      '  <ol>',
      '    <li id="fn-1-">',
      '      <p>one</p>',
      '      <p>two<sup><a href="#fn-3" id="fnref-3" role="doc-noteref" data-footnote-ref>3</a></sup> <a href="#fnref-1" role="doc-backlink">↩</a> <a href="#fnref-1-2" role="doc-backlink">↩<sup>2</sup></a></p>',
      '    </li>',
      '    <li id="fn-2">z <a href="#fnref-2" role="doc-backlink">↩</a></li>',
      '    <li id="fn-3">',
      '      <p>inner <a href="#fnref-3" role="doc-backlink">↩</a></p>',
      '    </li>',
      '  </ol>',
      '</section>',
    ]);
  });

  it('writes labels, tasks, alerts, titles, and styles', async () => {
    await shows(
      '<p class="title">T</p><p class="subtitle x">S</p><ol type="a"><li data-label="(a) ">one</li><li data-label="(b) "><p>two</p></li></ol><ol><li>1</li><li data-label="1a) ">1a</li></ol><ul><li class="task-list-item"><input type="checkbox" checked=""/>done</li><li class="task-list-item"><p><input type="checkbox"/> open</p></li></ul><div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p></div><hr class="page-break"/><p align="center" style="color: #ff0000; position: fixed; margin-left: 9pt">c</p><div><section>a</section><div id="b">b</div></div>',
      [
        '<h1 class="title">T</h1>',
        '<p class="subtitle">S</p>',
        '<ol type="a" style="list-style: none">',
        '  <li>(a) one</li>',
        '  <li>',
        '    <p>(b) two</p>',
        '  </li>',
        '</ol>',
        '<ol>',
        '  <li>1</li>',
        '  <li style="list-style: none">1a) 1a</li>',
        '</ol>',
        '<ul>',
        '  <li class="task-list-item"><input type="checkbox" checked disabled> done</li>',
        '  <li class="task-list-item">',
        '    <p><input type="checkbox" disabled> open</p>',
        '  </li>',
        '</ul>',
        '<div class="markdown-alert markdown-alert-tip">',
        '  <p class="markdown-alert-title">Tip</p>',
        '</div>',
        '<hr class="page-break">',
        '<p style="text-align: center; color: #ff0000; margin-left: 9pt">c</p>',
        '<p>a</p>',
        '<div id="b">b</div>',
      ],
    );
  });

  it('typesets formulas, highlights code, and shows TeX that can’t be typeset as code', async () => {
    await shows(
      '<p><code class="language-math math-inline">a^2</code> <code class="language-math math-inline" id="f">\\no{x}</code></p><pre id="e"><code class="language-math math-display">\\frac{a}{b}</code></pre><pre><code class="language-math math-display">\\no{y}</code></pre><pre><code class="language-JS">const a;\n&lt;b&gt;</code></pre><pre>x <em>y</em></pre>',
      [
        '<p><math></math> <code id="f">\\no{x}</code></p>',
        '<span id="e"></span>',
        '<math display="block"></math>',
        '<pre><code>\\no{y}</code></pre>',
        '<pre><code class="language-js"><span class="hljs-keyword">const</span> a;',
        '&lt;b&gt;</code></pre>',
        '<pre><code>x <em>y</em></code></pre>',
      ],
    );
    assert.match(
      await writeHtml(treeOf('<pre><code class="language-js">let</code></pre>'), {}),
      /^\.hljs-keyword {/m,
    );
  });

  it('has a table of contents below the title, with links to all headings', async () => {
    const markup =
      '<p class="title">T</p><h2>One</h2><h4>no</h4><h1>Two <em>more</em></h1><h2>One</h2><h3 id="x">Deep</h3>';
    const [contents = '', rest = ''] = (
      await main(treeOf(markup, { language: 'de' }), { contents: true })
    ).split('</nav>');
    assert.deepEqual(
      contents.replaceAll(/\n */g, ''),
      '<h1 class="title">T</h1><nav class="contents"><p><strong>Inhalt</strong></p><ol><li><a href="#one">One</a></li><li><a href="#two-more">Two more</a><ol><li><a href="#one-1">One</a><ol><li><a href="#x">Deep</a></li></ol></li></ol></li></ol>',
    );
    assert.deepEqual(rest.match(/ id="[^"]*"/g), [
      ' id="one"',
      ' id="no"',
      ' id="two-more"',
      ' id="one-1"',
      ' id="x"',
    ]);
  });

  it('embeds pictures, or leaves them out', async () => {
    const markup =
      '<p>a<img src="p.png" alt="&quot;" width="20" height="x"/></p><p><img src="https://a.example/b.png"/></p>';
    const document = (): Document => treeOf(markup, { pictures: new Map([['p.png', png]]) });
    assert.equal(
      await main(document()),
      '<p>a<img src="data:image/png;base64,YWJj" alt="&quot;" width="20"></p>\n<p><img src="https://a.example/b.png" alt=""></p>',
    );
    assert.equal(await main(document(), { pictures: false }), '<p>a</p>');
  });

  it('never runs scripts, whatever is in the document', async () => {
    const evil = '" onclick="x()"><script>x()</script>';
    const hostile = element(
      'p',
      { id: evil, className: [evil], onClick: 'x()', style: 'background: url(x)', title: evil, lang: evil },
      [
        element('script', {}, ['x()']),
        element('iframe', { srcDoc: '<script>', src: 'x' }, []),
        ...['javascript:x()', ' java\nscript:x()', 'data:text/html,x', 'vbscript:x', 'file:///x'].flatMap(
          (address) => [
            element('a', { href: address, target: 'x' }, ['a']),
            element('img', { src: address, alt: evil, onError: 'x()' }),
          ],
        ),
        element('svg', { onLoad: 'x()' }, [element('style', {}, ['@import "x"'])]),
        element('input', { type: 'image', src: 'x' }),
        element('code', { className: ['language-math', 'math-inline'] }, [
          '\\href{javascript:x()}{y} \\text{<script>}',
        ]),
      ],
    );
    const code = element('pre', {}, [
      element('code', { className: [`language-${evil}`] }, ['</code><script>']),
    ]);
    const document: Document = {
      root: { type: 'root', children: [{ type: 'comment', value: '--><script>' }, hostile, code] },
      pictures: new Map([['p.png', { mediaType: evil, data: png.data }]]),
      title: '</title><script>',
      author: evil,
      language: evil,
    };
    const page = await writeHtml(document, { contents: true });
    const all = [...elementsIn(fromHtml(page))];
    const names = new Set(all.map(({ tagName }) => tagName));
    const attributes = new Set(all.flatMap(({ properties }) => Object.keys(properties)));
    assert.deepEqual(
      [...names].toSorted(),
      'body code head html main meta nav ol p pre strong style title'.split(' '),
    );
    assert.deepEqual([...attributes].toSorted(), 'charSet className content name title'.split(' '));
    assert.doesNotMatch(page, /<script|javascript:(?!x\(\)}{y})/i);
  });

  it('writes documents of any depth', async () => {
    let node = element('p', {}, ['deep']);
    for (let depth = 1; depth < maxDepth; depth += 1) node = element('blockquote', {}, [node]);
    const page = await main({ root: { type: 'root', children: [node] }, pictures: new Map() });
    assert.equal(page.match(/<blockquote>/g)?.length, maxDepth - 1);
    assert.ok(page.length < 150_000);
  });
});
