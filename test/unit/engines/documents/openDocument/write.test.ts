import assert from 'node:assert/strict';
import { strFromU8, unzipSync } from 'fflate';
import { fromHtml } from 'hast-util-from-html';
import { toHtml } from 'hast-util-to-html';
import sharp from 'sharp';
import { readOpenDocument } from '../../../../../src/engines/documents/openDocument/read.ts';
import { writeOpenDocument } from '../../../../../src/engines/documents/openDocument/write.ts';
import type { Document } from '../../../../../src/engines/documents/tree/document.ts';
import { parseElement } from '../../../../../src/engines/documents/xmlTree.ts';

const documentOf = (html: string, parts: Partial<Document> = {}): Document => ({
  root: fromHtml(html, { fragment: true }),
  pictures: new Map(),
  ...parts,
});

/** Returns the HTML of a document that was written and read again. */
async function written(html: string, parts: Partial<Document> = {}): Promise<string> {
  return toHtml(readOpenDocument(await writeOpenDocument(documentOf(html, parts), {})).root);
}

describe('A written OpenDocument text', () => {
  for (const [what, html] of [
    [
      'headings and titles',
      '<p class="title">A &#x26; B</p><p class="subtitle">C</p><h1 id="a">One <em>i</em></h1><h6>Six</h6>',
    ],
    [
      'the looks of text',
      '<p><strong>b<em>i</em></strong> <u>u</u> <s>s</s> <sub>1</sub><sup>2</sup> <code>c</code> <span style="color: #b0123c; background-color: #ffff00; font-size: 18pt">r</span></p>',
    ],
    [
      'links and anchors',
      '<p id="x"><a href="https://a.b/c%20d?e=1&#x26;f=2">a</a> <a href="#x">b</a> <a href="c.md">d</a></p>',
    ],
    [
      'alignments and margins',
      '<p align="center">c</p><h2 align="right">r</h2><p style="margin-left: 36pt">i</p>',
    ],
    [
      'quotes, code, lines, and definitions',
      '<blockquote><p>q</p></blockquote><hr><pre><code>a {\n  b\tc\n\n}</code></pre><dl><dt>T</dt><dd>D</dd></dl>',
    ],
    [
      'nested lists with starts and kinds',
      '<ol start="3"><li>a<ul><li>b</li><li><p>c</p><p>d</p></li></ul></li><li>e</li></ol><p>f</p><ol type="i"><li>g</li></ol><ol type="a" start="2"><li data-label="(b) ">h</li><li data-label="(c) ">i</li></ol>',
    ],
    [
      'tables with heads, spans, and colors',
      '<table><thead><tr><th>N</th><th align="right">C</th><th>D</th></tr></thead><tbody><tr><td colspan="2">w</td><td rowspan="2" style="background-color: #d0d8e7">t</td></tr><tr><td>a</td><td>b<ul><li>c</li></ul></td></tr></tbody></table>',
    ],
    [
      'notes with several references',
      '<p>a<footnote id="note1"><p>N <em>i</em></p></footnote> b<footnote id="note1"><p>N <em>i</em></p></footnote></p>',
    ],
    [
      'line breaks and page breaks',
      '<p>a<br>b</p><hr class="page-break"><h1>c</h1><hr class="page-break"><table><tbody><tr><td>d</td></tr></tbody></table>',
    ],
  ] as const) {
    it(`has ${what}`, async () => {
      const root = fromHtml(html.replaceAll(/<p>(?=N)|(?<=<\/em>)<\/p>(?=<\/footnote>)/g, ''), {
        fragment: true,
      });
      assert.equal(await written('', { root }), html);
    });
  }

  it('shows as text what it has no form for', async () => {
    const html =
      '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul><ol><li data-label="(a) ">one</li><li>two</li></ol>' +
      '<p>F <code class="language-math math-inline">a^2</code></p><pre><code class="language-math math-display">b</code></pre>' +
      '<p><img src="https://a.b/c.png" alt="P"><a href="https://a.b/"><img src="https://a.b/c.png" alt="Q"></a></p><p style="color: #ff0000">R</p><center>C</center>\u0001';
    assert.equal(
      await written(html),
      '<p>☑ done</p><p>☐ open</p><p>(a) one</p><p>2. two</p><p>F <code>a^2</code></p><pre><code>b</code></pre>' +
        '<p><a href="https://a.b/c.png">P</a><a href="https://a.b/">[Q]</a></p><p><span style="color: #ff0000">R</span></p><p>C</p>',
    );
  });

  it('has a table between the items of a list that it is in, whose numbers go on', async () => {
    const html = '<ol><li>a<table><tbody><tr><td>b</td></tr></tbody></table>c</li><li>d</li></ol>';
    assert.equal(
      await written(html),
      '<ol><li>a</li></ol><table><tbody><tr><td>b</td></tr></tbody></table><p>c</p><ol start="2"><li>d</li></ol>',
    );
  });

  it('has its pictures, unless they are unwanted, and its metadata', async () => {
    const image = sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } });
    const data = await image.avif().toBuffer();
    const pictures = new Map([['a/1.avif', { mediaType: 'image/avif', data }]]);
    const document = documentOf(
      '<p>P <img src="a/1.avif" alt="A"> <img src="a/1.avif" alt="" width="2000"></p>',
      {
        pictures,
        title: 'T < U',
        author: 'Ada',
        language: 'de-AT',
      },
    );
    const read = readOpenDocument(await writeOpenDocument(document, {}));
    assert.equal(
      toHtml(read.root),
      '<p>P <img src="picture1.png" alt="A" width="40" height="20"> <img src="picture1.png" alt="" width="605" height="302"></p>',
    );
    const { title, author, language } = read;
    assert.deepEqual({ title, author, language }, { title: 'T < U', author: 'Ada', language: 'de-AT' });
    const without = readOpenDocument(await writeOpenDocument(document, { pictures: false }));
    assert.equal(toHtml(without.root), '<p>P</p>');
  });

  it('has drawings at the sizes that browsers give them', async () => {
    const data = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>');
    const pictures = new Map([['a.svg', { mediaType: 'image/svg+xml', data }]]);
    assert.equal(
      await written('<p><img src="a.svg" alt=""></p>', { pictures }),
      '<p><img src="picture1.svg" alt="" width="40" height="20"></p>',
    );
  });

  it('begins with its type, consists of valid XML, and has the page of the options', async () => {
    const options = { pageSize: 'A5', orientation: 'landscape', margin: 10 } as const;
    const bytes = await writeOpenDocument(documentOf('<p>a &amp; b</p>'), options);
    assert.equal(bytes.toString('latin1', 30, 77), 'mimetypeapplication/vnd.oasis.opendocument.text');
    const files = unzipSync(bytes);
    for (const [name, content] of Object.entries(files)) {
      if (name.endsWith('.xml')) assert.ok(parseElement(strFromU8(content)), name);
    }
    assert.match(
      strFromU8(files['styles.xml'] ?? new Uint8Array()),
      /fo:page-width="8\.2678in" fo:page-height="5\.8268in" style:print-orientation="landscape" fo:margin="0\.3937in"/,
    );
  });
});
