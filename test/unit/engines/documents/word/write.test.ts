import assert from 'node:assert/strict';
import type { Element } from 'hast';
import sharp from 'sharp';
import { element } from '../../../../../src/engines/documents/tree/document.ts';
import { bodyOf, link, mark, number, p, partsOf, plain, r, style } from '../../../../support/wordOutput.ts';

const note = (id: string, ...content: readonly Element[]): Element => element('footnote', { id }, content);
const reference = (content: string): string =>
  `<r><rPr><rStyle val="FootnoteReference"/></rPr>${content}</r>`;
const character = (type: string): string => `<r><fldChar fldCharType="${type}"/></r>`;

describe('A written Word document', () => {
  it('has a bookmark for each heading, to which links lead', async () => {
    const long = 'x'.repeat(50);
    const html = `<h1>Part 1</h1><h1>Part 1</h1><h2 id="${long}1">a</h2><h2 id="${long}2">b</h2><p><a href="#part-1-1">second</a><a href="#${long}2">b</a><a href="#none">no</a></p><p>1<b id="%5B">2</b><a href="#%5B">3</a></p>`;
    const names = ['x'.repeat(40), `${'x'.repeat(38)}_2`];
    assert.equal(
      await bodyOf(html),
      [
        p(style('Heading1'), mark(0, 'part-1'), r('Part 1')),
        p(style('Heading1'), mark(1, 'part-1-1'), r('Part 1')),
        p(style('Heading2'), mark(2, String(names[0])), r('a')),
        p(style('Heading2'), mark(3, String(names[1])), r('b')),
        p('', link('anchor="part-1-1"', 'second'), link(`anchor="${names[1]}"`, 'b'), r('no')),
        p('', r('1'), mark(4, 'n_5B'), r('2', '<b/>'), link('anchor="n_5B"', '3')),
      ].join(''),
    );
  });

  it('has links to addresses that Word accepts', async () => {
    const addresses = {
      'https://example.com/a%20b%2Fc?x=100%25&y=%C3%A9':
        'https://example.com/a%20b%2Fc?x=100%25&amp;y=%C3%A9',
      'page name.html#ü': 'page%20name.html#%C3%BC',
      'javascript:x': undefined,
      'file:///etc/passwd': undefined,
      '\\\\server\\share': undefined,
      'http://': undefined,
    };
    for (const [href, target] of Object.entries(addresses)) {
      const parts = await partsOf([element('p', {}, [element('a', { href }, ['x'])])]);
      const [, found] =
        /hyperlink" Target="([^"]*)" TargetMode="External"/.exec(
          parts['word/_rels/document.xml.rels'] ?? '',
        ) ?? [];
      assert.equal(found, target, href);
      assert.equal(
        parts['word/document.xml']?.includes('<w:hyperlink r:id="rId1"'),
        target !== undefined,
        href,
      );
    }
  });

  it('has notes, and several references to one', async () => {
    const first = note(
      '1',
      element('p', {}, ['a', note('3', element('p', {}, ['b']))]),
      element('p', {}, ['c']),
    );
    const second = note(
      '2',
      element('ul', {}, [element('li', {}, [element('a', { href: 'http://x.org' }, ['d'])])]),
    );
    const nodes = [element('p', {}, ['x', first, second, first])];
    const body = await bodyOf(nodes);
    assert.equal(
      body,
      p(
        '',
        r('x'),
        `<bookmarkStart id="0" name="_RefNote1"/>${reference('<footnoteReference id="1"/>')}<bookmarkEnd id="0"/>`,
        reference('<footnoteReference id="2"/>'),
        `${character('begin')}<r><instrText> NOTEREF _RefNote1 \\f \\h </instrText></r>${character('separate')}${reference('<t>1</t>')}${character('end')}`,
      ),
    );
    const parts = await partsOf(nodes);
    const notes = plain(parts['word/footnotes.xml'] ?? '');
    const text = style('FootnoteText');
    assert.equal(
      notes.slice(notes.indexOf('<footnote id="1"')),
      [
        `<footnote id="1">${p(text, reference('<footnoteRef/>'), r(' '), r('a'), r(' (b)'))}${p(text, r('c'))}</footnote>`,
        `<footnote id="2">${p(text, reference('<footnoteRef/>'), r(' '))}${p(number(1), link('r:id="rId1"', 'd'))}</footnote></footnotes>`,
      ].join(''),
    );
    assert.match(parts['word/_rels/footnotes.xml.rels'] ?? '', /Id="rId1" [^>]*Target="http:\/\/x.org"/);
  });

  it('shows pictures in formats of Word, at most as large as the page', async () => {
    const made = sharp({ create: { width: 2000, height: 100, channels: 3, background: 'red' } });
    const bitmap = Buffer.alloc(60);
    bitmap.write('BM');
    for (const [value, at] of [
      [40, 14],
      [20, 18],
      [-10, 22],
    ] as const)
      bitmap.writeInt32LE(value, at);
    const data = {
      'a.png': await made.png().toBuffer(),
      'b.webp': await made.webp().toBuffer(),
      'c.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>'),
      'd.bmp': bitmap,
      'e.png': Buffer.from('none'),
    };
    const pictures = new Map(
      Object.entries(data).map(([name, data]) => [name, { mediaType: 'image/x', data }]),
    );
    const html =
      '<p><img src="a.png" alt="&quot;"><img src="b.webp" width="50"><img src="c.svg"><img src="d.bmp" height="20"><img src="e.png" alt="e"><img src="https://x.org/f.png" alt="f"><img src="a.png"></p>';
    const parts = await partsOf(html, { pageSize: 'A4', margin: 25 }, { pictures });
    const body = parts['word/document.xml'] ?? '';
    const shown = Array.from(
      body.matchAll(/<wp:extent cx="(\d+)" cy="(\d+)".*?r:embed="(\w+)"/g),
      ([, ...all]) => all,
    );
    // The width of a line is 160 mm, and a pixel is 9525 EMU.
    const wide = ['5760720', '288036'];
    const expected = [
      [...wide, 'rId1'],
      ['476250', '23813', 'rId2'],
      ['381000', '190500', 'rId3'],
      ['381000', '190500', 'rId4'],
      [...wide, 'rId1'],
    ];
    assert.deepEqual(shown, expected);
    const names = Object.keys(parts).filter((name) => name.startsWith('word/media/'));
    assert.deepEqual(
      names,
      ['png', 'png', 'png', 'bmp'].map((type, index) => `word/media/image${index + 1}.${type}`),
    );
    assert.match(body, /descr="&quot;".*\[e\].*<w:hyperlink r:id="rId5".*>f</);
    assert.doesNotMatch(await bodyOf(html, { pictures: false }, { pictures }), /drawing|\[e\]|hyperlink/);
  });

  it('has a table of contents, page numbers, and page breaks', async () => {
    const breaks = '<hr class="page-break">';
    const html = `<p class="title">T</p>${breaks}${breaks}<h1>A &amp; B</h1><h4>C</h4>${breaks}`;
    const parts = await partsOf(html, { contents: true, pageNumbers: true }, { language: 'de-DE' });
    const body = plain(parts['word/document.xml'] ?? '');
    assert.match(
      body,
      /T<\/t><\/r><\/p><p><pPr><pStyle val="TOCHeading"\/><\/pPr><r><t>Inhalt<.* TOC \\o "1-3" .*<hyperlink anchor="_Toc1" history="1"><r><t>A &amp; B<.* PAGEREF _Toc1 \\h /,
    );
    assert.equal(body.match(/<br type="page"\/>/g)?.length, 1);
    assert.match(
      body,
      /name="a--b"\/>.*name="_Toc1"\/>.*<sectPr><footerReference type="default" r:id="rId4"\/>/,
    );
    assert.match(parts['word/footer1.xml'] ?? '', / PAGE /);
  });

  it('has the page, the language, and the properties of the document', async () => {
    const options = { pageSize: 'A5', orientation: 'landscape', margin: 100 } as const;
    const about = { title: 'T <1>', author: 'A', language: 'ja', date: '2026-05-01' };
    const parts = await partsOf('', options, about);
    assert.match(
      parts['word/document.xml'] ?? '',
      /<w:body><w:p><\/w:p><w:sectPr><w:pgSz w:w="11906" w:h="8391" w:orient="landscape"\/><w:pgMar w:top="3475" /,
    );
    assert.match(parts['word/styles.xml'] ?? '', /<w:lang w:eastAsia="ja"\/>/);
    assert.match(
      parts['docProps/core.xml'] ?? '',
      /<dc:title>T &lt;1&gt;<\/dc:title><dc:creator>A<\/dc:creator><dc:language>ja<\/dc:language><dcterms:created [^>]*>2026-05-01T00:00:00Z</,
    );
  });

  it('leaves out characters that XML can’t contain', async () => {
    const text = 'a\u0001\ud800b\uffff<\udc00';
    const nodes = [
      element('h1', { id: text }, [text]),
      element('p', {}, [element('a', { href: text }, [text])]),
    ];
    const body = await bodyOf(nodes);
    assert.deepEqual(
      Array.from(body.matchAll(/<t>([^<]*)/g), ([, found]) => found),
      ['ab&lt;', 'ab&lt;'],
    );
  });

  it('has a paragraph in each cell, limits cells, and takes nested blocks', async () => {
    const spans = `<table><tr>${'<td rowspan="60000">'.repeat(2000)}${'<tr>'.repeat(2000)}`;
    assert.match(await bodyOf('<table><tr><td><blockquote></table>'), /<p><\/p><\/tc>/);
    await assert.rejects(partsOf(spans), /too large or too deeply nested/);
    let deep = element('p', {}, ['x']);
    for (let depth = 0; depth < 160; depth += 1) {
      for (const name of ['li', 'ul', 'blockquote', 'td', 'tr', 'table']) deep = element(name, {}, [deep]);
    }
    assert.match(await bodyOf([deep]), /<t>x<\/t>/);
  });
});
