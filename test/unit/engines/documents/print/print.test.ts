import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Printed, printed } from '../../../../support/printedDocument.ts';

const cat = { mediaType: 'image/png', data: readFileSync('test/fixtures/sample/cat.png') };
const pictures = new Map([['cat.png', cat]]);
const sentence = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor. ';
const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Line ${index}.`).join('<br>');

/** Prints a fragment after different numbers of lines, each on a page of its own. */
async function afterLines(counts: readonly number[], html: string): Promise<Printed['pages']> {
  const parts = counts.map((count) => `<p>${lines(count)}</p>${html}`);
  return (await printed(parts.join('<hr class="page-break">'), { pictures })).pages;
}

/** The words of a page from left to right. */
async function wordsOf(html: string): Promise<string[]> {
  const { pages } = await printed(html);
  const pieces = pages.flatMap((page) => page.pieces).toSorted((a, b) => a.x - b.x);
  return pieces.flatMap(({ text }) => text.trim().split(' '));
}

/** The left edges of texts on the first page. */
async function leftOf(html: string, ...texts: readonly string[]): Promise<number[]> {
  const { pages } = await printed(html);
  const pieces = pages[0]?.pieces ?? [];
  return texts.map((text) => Math.round(pieces.find((piece) => piece.text.trim() === text)?.x ?? Number.NaN));
}

describe('A printed document', () => {
  it('has links to its headings and other places, bookmarks, a title, and a language', async () => {
    const html = `<h1 id="length">First</h1><p><a href="#%C3%BCber">a</a> <a href="#here">b</a> <a href="#none">c</a>
      <a href="file:///d">d</a> <a href="https://example.org/"><b>e</b></a></p>
      <hr class="page-break"><h2 id="über">Second</h2><p id="here">${sentence.repeat(3)}</p><h2 id="length">Third</h2>`;
    const { pages, bookmarks, title, language } = await printed(
      html,
      { language: 'de-DE' },
      { contents: true },
    );
    assert.deepEqual([bookmarks, title, language], [['First'], 'First', 'de-DE']);
    const [contents, links] = [pages[0]?.links.slice(0, 6), pages[0]?.links.slice(6)];
    assert.deepEqual(
      contents?.map(({ target }) => target.split(' ')[0]),
      ['0', '0', '1', '1', '1', '1'],
    );
    const heights = pages[1]?.pieces.map(({ y, height }) => 842 - y + height);
    assert.deepEqual(
      links?.map(({ target }) => target.split(' ')[0]),
      ['1', '1', 'https://example.org/'],
    );
    for (const [index, link] of (links ?? []).slice(0, 2).entries())
      assert.ok(Math.abs(Number(link.target.split(' ')[1]) - (heights?.[index] ?? 0)) < 9, link.target);
  });

  it('shows pictures in a line at their size, with links, and one on its own line at most as wide', async () => {
    const badge = '<img src="cat.png" width="80" height="20">';
    const html = `<p><a href="https://example.org/a">${badge}</a> <a href="https://example.org/b">${badge}</a> text</p>
      <p><a href="https://example.org/c"><img src="cat.png" width="4000"></a></p><p>a <img src="b.png" alt="B"> c</p>`;
    const { pages } = await printed(html.replaceAll('\n      ', ''), { pictures });
    const [page] = pages;
    const [first, second, third] = page?.pictures ?? [];
    assert.ok(first && second && third && page);
    assert.deepEqual(
      [first, second].map(({ width, height }) => [width, height]),
      [
        [60, 15],
        [60, 15],
      ],
    );
    assert.equal(first.y, second.y);
    assert.ok(second.x > first.x + 60 && second.x < first.x + 66);
    const text = page.pieces.find((piece) => piece.text.includes('text'));
    assert.ok(text && Math.abs(text.y - first.y - 15) < 1 && text.x > second.x + 60);
    assert.equal(Math.round(third.width), 454);
    assert.deepEqual(
      page.links.map(({ target, width, x }) => [target, Math.round(width), Math.round(x)]),
      [
        ['https://example.org/a', 60, 71],
        ['https://example.org/b', 60, Math.round(second.x)],
        ['https://example.org/c', 454, 71],
      ],
    );
    assert.match(page.text, /a \[B\] c$/);
  });

  it('decodes a picture once, however often the document refers to it', async () => {
    let decoded = 0;
    const counted = {
      mediaType: 'image/png',
      get data() {
        decoded += 1;
        return cat.data;
      },
    };
    await printed('<p><img src="a"> and <img src="a"></p>'.repeat(50), {
      pictures: new Map([['a', counted]]),
    });
    assert.equal(decoded, 1);
  });

  it('has columns by their content, and breaks only words that are too long', async () => {
    const address = 'https://example.org/a/very/long/url/without/any/break/opportunity/at/all.html';
    const html = `<table><tr><th>Option</th><th>Default</th><th>Description</th></tr>
      <tr><td><code>a</code></td><td>1</td><td>${sentence}</td></tr>
      <tr><td><code>${address}</code></td><td>2</td><td>${sentence}</td></tr></table>`;
    const { pages } = await printed(html);
    const pieces = pages[0]?.pieces ?? [];
    const [, second = 0, third = 0] = ['Option', 'Default', 'Description'].map(
      (text) => pieces.find((piece) => piece.text === text)?.x ?? Number.NaN,
    );
    assert.ok(third - second < 60, 'a narrow column for short words');
    const broken = pieces.filter(({ x, text }) => x < second && !/^(?:Option|a)$/.test(text));
    assert.ok(broken.length > 1 && broken.every(({ x, width }) => x + width < second));
    assert.equal(broken.map(({ text }) => text).join(''), address);
    assert.ok(pieces.every(({ height }) => height > 8));
  });

  it('sets the text of a wide table in 7 points or more, within the page', async () => {
    const cells = Array.from({ length: 14 }, (_, index) => `<td>Information${index}</td>`).join('');
    const { pages } = await printed(`<table><tr>${cells}</tr></table>`);
    const pieces = pages[0]?.pieces ?? [];
    assert.ok(pieces.length > 14);
    assert.ok(pieces.every(({ height, x, width }) => height >= 7 && x + width <= 595.28 - 70));
  });

  it('keeps a heading with the picture below it, and code and footnotes with a few lines', async () => {
    const picture = '<h2>Heading</h2><p><img src="cat.png" width="300" height="300"></p>';
    const code = `<pre><code>${Array.from({ length: 8 }, (_, index) => `code ${index}`).join('\n')}</code></pre>`;
    const note = '<p>x<footnote id="a">note</footnote></p>';
    const below = await afterLines([24, 26, 28, 30, 36, 38, 40, 42, 44], picture);
    for (const { text, pictures: shown } of below) assert.equal(text.includes('Heading'), shown.length > 0);
    const fillers = Array.from({ length: 10 }, (_, index) => index + 36);
    for (const { text } of await afterLines(fillers, code)) {
      const count = text.match(/^code/gm)?.length;
      assert.ok(count === undefined || count >= 3, text);
    }
    for (const filler of fillers) {
      const pages = await afterLines([filler], note);
      assert.deepEqual(
        pages.map((page) => page.lines),
        pages.map(({ text }) => (text.includes('1 note') ? 1 : 0)),
      );
    }
  });

  it('shows code, tables, quotes, paragraphs, and lists within items', async () => {
    const html = `<ol start="9"><li>one<pre><code>code</code></pre><blockquote><p>quote</p></blockquote><table><tr><td>cell</td></tr></table></li>
      <li><p>two</p><p>more</p><ul><li class="task-list-item"><input type="checkbox" checked> nested</li></ul></li>
      <li data-label="(a) ">labeled</li></ol>`;
    const { pages } = await printed(html.replaceAll('\n      ', ''));
    assert.equal(pages[0]?.text, '9. one\ncode\nquote\ncell\n10. two\nmore\n☑ nested\n(a) labeled');
    const [one = 0, code = 0, quote = 0, cell = 0, more = 0] = await leftOf(
      html.replaceAll('\n      ', ''),
      'one',
      'code',
      'quote',
      'cell',
      'more',
    );
    assert.deepEqual([code, quote, cell, more], [one + 7, one + 17, one + 5, one]);
  });

  it('moves nested quotes in, with their tables', async () => {
    const html =
      '<blockquote><p>outer</p><blockquote><p>inner</p><table><tr><td>cell</td></tr></table></blockquote><p>back</p></blockquote>';
    const [outer = 0, ...others] = await leftOf(html, 'outer', 'inner', 'cell', 'back');
    assert.deepEqual(
      others.map((left) => left - outer),
      [17, 22, 0],
    );
  });

  it('shows summaries, terms, captions, and titles of alerts on their own lines', async () => {
    const html = `<p class="title">Title</p><p class="subtitle">Author</p>
      <details><summary>More</summary>hidden <i>text</i></details><dl><dt>term</dt><dd>description</dd></dl>
      <figure><img src="cat.png" width="40"><figcaption>caption</figcaption></figure>
      <div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>advice</p></div>
      <a href="https://example.org/"><div>block</div></a>after`;
    const { pages } = await printed(html.replaceAll('\n      ', ''), { pictures });
    const expected = 'Title Author More hidden_text term description caption Tip advice block after';
    assert.equal(pages[0]?.text, expected.replaceAll(' ', '\n').replace('_', ' '));
    assert.deepEqual(
      pages[0].links.map(({ target }) => target),
      ['https://example.org/'],
    );
  });

  it('prints words from right to left in their order, with mirrored parentheses', async () => {
    const [first, second] = ['שלום', 'עולם'];
    assert.deepEqual(await wordsOf(`<p>one ${first} <b>${second}</b> two</p>`), [
      'one',
      second,
      first,
      'two',
    ]);
    assert.deepEqual(await wordsOf(`<p>${first} (<b>${second}</b>) 12</p>`), ['12', '(', second, ')', first]);
    const { pages } = await printed(`<p>${first}</p><ul><li>مرحبا</li></ul>`);
    const [word, bullet] = [pages[0]?.pieces[0], pages[0]?.pieces.find(({ text }) => text.includes('•'))];
    assert.ok(word && bullet && word.x + word.width > 520 && bullet.x + bullet.width > 515);
  });

  it('prints notes once, in the order of their references, with links to them', async () => {
    const { pages } = await printed(
      '<p>a<footnote id="a">first <i>note</i><footnote id="c">third</footnote></footnote> b<footnote id="b">second</footnote> c<footnote id="a">first</footnote></p>',
    );
    assert.match(pages[0]?.text ?? '', /\n1 first note\n2 second\n3 third$/);
    assert.deepEqual(
      pages[0]?.links.map(({ target }) => target.split(' ')[0]),
      ['0', '0', '0', '0'],
    );
  });

  it('prints deeply nested elements, strange ids, and empty elements', async () => {
    for (const tag of ['blockquote', 'ul><li', 'ol><li', 'div', 'b', 'details', 'dl><dd']) {
      const depth = Math.floor(400 / tag.split('><').length);
      const { pages } = await printed(`${`<${tag}>`.repeat(depth)}deep`);
      assert.match(pages.at(-1)?.text ?? '', /deep/, tag);
    }
    const empty =
      '<p></p><ul></ul><ol><li></li></ol><table></table><table><tr></tr></table><blockquote></blockquote><h1></h1><pre><code></code></pre><dl></dl>';
    const named = '<h2 id="__proto__">__proto__</h2><a href="#__proto__">a</a><h2 id="map">map</h2>';
    const { pages } = await printed(`${empty}${named}`, {}, { contents: true });
    assert.match(pages[0]?.text ?? '', /map/);
    assert.deepEqual((await printed('')).pages.length, 1);
  });
});
