import assert from 'node:assert/strict';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { writeEpub } from '../../../../../src/engines/documents/books/write.ts';
import type { Document } from '../../../../../src/engines/documents/tree/document.ts';
import { parseElement, type XmlElement } from '../../../../../src/engines/documents/xmlTree.ts';
import { treeOf } from '../../../../support/documentTree.ts';

type Book = Readonly<Record<string, string>>;

/** Reads a book, and checks that it is complete: that its files are XML, and that all references in it lead somewhere. */
async function bookOf(document: Document, options = {}): Promise<Book> {
  const bytes = await writeEpub(document, options);
  assert.equal(bytes.toString('latin1', 30, 58), 'mimetypeapplication/epub+zip');
  const files = Object.entries(unzipSync(bytes)).map(
    ([name, content]) => [name, strFromU8(content)] as const,
  );
  const book = Object.fromEntries(files);
  const ids = new Set<string>();
  const references: string[] = [];
  for (const [name, text] of files.filter(([each]) => /\.(?:xhtml|opf|xml)$/.test(each))) {
    for (const { attributes } of elementsOf(parseElement(text))) {
      const { id, href, src, 'full-path': whole } = attributes;
      if (id !== undefined) {
        assert.match(id, /^[A-Za-z_][\w.-]*$/);
        assert.ok(!ids.has(`${name}#${id}`), id);
        ids.add(`${name}#${id}`);
      }
      const address = href ?? src ?? '';
      if (whole !== undefined) references.push(whole);
      else if (address.startsWith('#')) references.push(`${name}${address}`);
      else if (address !== '' && !URL.canParse(address))
        references.push(path.posix.join(path.dirname(name), address));
    }
  }
  for (const reference of references) assert.ok(ids.has(reference) || reference in book, reference);
  const unlisted = files.map(([name]) => name).filter((name) => !references.includes(name));
  assert.deepEqual(unlisted, ['mimetype', 'META-INF/container.xml']);
  return book;
}

function elementsOf(element: XmlElement): XmlElement[] {
  return [
    element,
    ...element.children.flatMap((child) => (typeof child === 'string' ? [] : elementsOf(child))),
  ];
}

function chaptersOf(book: Book): string[] {
  return Object.entries(book)
    .filter(([name]) => name.includes('chapter'))
    .map(([, text]) => /<body>(.*)<\/body>/s.exec(text)?.[1]?.trim() ?? '');
}

async function chapters(markup: string): Promise<string[]> {
  return chaptersOf(await bookOf(treeOf(markup)));
}

function link(address: string): string {
  return `<a href="${address}">l</a>`;
}

describe('writeEpub', () => {
  it('has a package with its title, author, language, and time, and a table of contents', async () => {
    const facts = { title: 'A & B\u0001', author: 'C', language: 'de', date: '2026-05-01' };
    const markup =
      '<h1>One</h1><h2>Part</h2><h1 id="2">Two</h1><p><code class="language-math math-inline">x</code></p>';
    const book = await bookOf(treeOf(markup, facts));
    assert.deepEqual(
      Object.keys(book).map((name) => path.basename(name)),
      [
        'mimetype',
        'container.xml',
        'package.opf',
        'nav.xhtml',
        'style.css',
        'chapter1.xhtml',
        'chapter2.xhtml',
      ],
    );
    const manifest = String(book['EPUB/package.opf']);
    assert.match(manifest, /<dc:identifier id="id">urn:uuid:[\da-f-]{36}</);
    assert.match(manifest, /<meta property="dcterms:modified">\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ</);
    assert.deepEqual(manifest.match(/(?<=<dc:(?:title|creator|date|language)>)[^<]*/g), [
      'A &amp; B',
      'C',
      '2026-05-01',
      'de',
    ]);
    assert.deepEqual(manifest.match(/<item [^>]*chapter[^>]*>/g), [
      '<item id="chapter1" href="chapter1.xhtml" media-type="application/xhtml+xml"/>',
      '<item id="chapter2" href="chapter2.xhtml" media-type="application/xhtml+xml" properties="mathml"/>',
    ]);
    assert.match(String(book['EPUB/nav.xhtml']), /<html [^>]*lang="de" xml:lang="de">/);
    assert.equal(
      /<nav.*<\/nav>/s.exec(String(book['EPUB/nav.xhtml']))?.[0].replaceAll(/\n */g, ''),
      '<nav epub:type="toc" role="doc-toc"><h1>Inhalt</h1><ol><li><a href="chapter1.xhtml#one">One</a><ol><li><a href="chapter1.xhtml#part">Part</a></li></ol></li><li><a href="chapter2.xhtml#place-1">Two</a></li></ol></nav>',
    );
  });

  it('has a chapter for each heading of the first level that it has more than once', async () => {
    assert.deepEqual(
      await chapters('<h1>T</h1><p>a</p><hr class="page-break"/><h2>A</h2><h3>x</h3><h2>B</h2>'),
      ['<h1 id="t">T</h1>\n<p>a</p>', '<h2 id="a">A</h2>\n<h3 id="x">x</h3>', '<h2 id="b">B</h2>'],
    );
    assert.deepEqual(
      await chapters(
        '<p>a</p><div><section id="s"><h1>A</h1><div>i</div></section><section><h1>B</h1><h2>x</h2><h2>y</h2></section></div>',
      ),
      [
        '<p>a</p>',
        '<h1 id="a"><a id="s"></a>A</h1>\n<p>i</p>',
        '<h1 id="b">B</h1>\n<h2 id="x">x</h2>\n<h2 id="y">y</h2>',
      ],
    );
    assert.deepEqual(await chapters(''), ['']);
    assert.equal((await chapters('<h1>a</h1>'.repeat(2500))).length, 834);
  });

  it('links between chapters, and drops links to missing places and to files elsewhere', async () => {
    const markup = `<h1>Über</h1><p>${link('#b')}${link('#%C3%BCber')}${link('#no')}${link('a.html')}${link('https://a.example/%20?x=1&amp;y')}${link('https://a.example/a b|c')}${link('https://a.example/%zz')}</p><h1 id="b">B</h1><p id="b">${link('#b')}</p>`;
    assert.deepEqual(await chapters(markup), [
      '<h1 id="place-1">Über</h1>\n<p><a href="chapter2.xhtml#b">l</a><a href="#place-1">l</a><a>l</a>l<a href="https://a.example/%20?x=1&amp;y">l</a><a href="https://a.example/a%20b%7Cc">l</a>l</p>',
      '<h1 id="b">B</h1>\n<p><a href="#b">l</a></p>',
    ]);
  });

  it('has notes at the ends of their chapters, and valid XHTML', async () => {
    const note = '<footnote id="n">one</footnote>';
    const markup = `<h1>A</h1><p>a${note}<br/></p><h1>B</h1><p>b${note}<footnote id="m"><p>two</p></footnote></p><details><summary>s</summary><ul><li class="task-list-item"><input type="checkbox" checked=""/> t</li></ul></details>`;
    assert.deepEqual(await chapters(markup), [
      `<h1 id="a">A</h1>
<p>a<sup><a href="#fn-1" id="fnref-1" role="doc-noteref" epub:type="noteref">1</a></sup><br/></p>
<section class="footnotes" epub:type="footnotes">
  <aside id="fn-1" epub:type="footnote" role="doc-footnote"><a href="#fnref-1" role="doc-backlink">1</a> one</aside>
</section>`,
      `<h1 id="b">B</h1>
<p>b<sup><a href="chapter1.xhtml#fn-1" id="fnref-1-2" role="doc-noteref" epub:type="noteref">1</a></sup><sup><a href="#fn-2" id="fnref-2" role="doc-noteref" epub:type="noteref">2</a></sup></p>
<details open="open">
  <summary>s</summary>
  <ul>
    <li class="task-list-item"><input type="checkbox" checked="checked" disabled="disabled"/> t</li>
  </ul>
</details>
<section class="footnotes" epub:type="footnotes">
  <aside id="fn-2" epub:type="footnote" role="doc-footnote">
    <p><a href="#fnref-2" role="doc-backlink">2</a> two</p>
  </aside>
</section>`,
    ]);
  });

  it('has pictures as files in supported formats, and the descriptions of others', async () => {
    const image = sharp({ create: { width: 2, height: 3, channels: 3, background: 'red' } });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"><use href=';
    const pictures = new Map([
      ['a.tif', { mediaType: 'image/tiff', data: await image.tiff().toBuffer() }],
      ['b.png', { mediaType: 'image/png', data: await image.png().toBuffer() }],
      ['c.bin', { mediaType: 'image/x-emf', data: Buffer.from('damaged') }],
      ['d.svg', { mediaType: 'image/svg+xml', data: Buffer.from(`${svg}"#a"/></svg>`) }],
      ['e.svg', { mediaType: 'image/svg+xml', data: Buffer.from(`${svg}"https://a.example/"/></svg>`) }],
      ['unused.png', { mediaType: 'image/png', data: Buffer.from('unused') }],
    ]);
    const sources = [...[...pictures.keys()].slice(0, 5), 'b.png', 'https://a.example/x.png', '../x.png'];
    const markup = `<p>${sources.map((source) => `<img src="${source}" alt="${source.slice(0, 1)}"/>`).join('')}<a href="https://b.example"><img src="https://a.example/y.png"/></a></p>`;
    const book = await bookOf(treeOf(markup, { pictures }));
    assert.deepEqual(chaptersOf(book), [
      '<p><img src="images/picture1.png" alt="a"/><img src="images/picture2.png" alt="b"/>c<img src="images/picture3.svg" alt="d"/><img src="images/picture4.png" alt="e"/><img src="images/picture2.png" alt="b"/><a href="https://a.example/x.png">h</a>.<a href="https://b.example">https://a.example/y.png</a></p>',
    ]);
    const without = await bookOf(treeOf(markup, { pictures }), { pictures: false });
    assert.deepEqual([chaptersOf(without), Object.keys(without).length], [[''], 6]);
  });
});
