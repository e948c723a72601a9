import assert from 'node:assert/strict';
import { strToU8, zipSync } from 'fflate';
import { toHtml } from 'hast-util-to-html';
import { fault } from '../../../../../src/contract/fault.ts';
import { readBook } from '../../../../../src/engines/documents/books/epub.ts';

const container = (file: string): string =>
  `<ocf:container xmlns:ocf="urn:oasis:names:tc:opendocument:xmlns:container"><ocf:rootfiles><ocf:rootfile full-path="${file}"/></ocf:rootfiles></ocf:container>`;
const chapter = (text: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><h1>${text}</h1><p hidden="hidden">SECRET</p></body></html>`;
const book = (items: string, files: Readonly<Record<string, string | Buffer>>): Buffer => {
  const all: Record<string, string | Buffer> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container('OPS/package.xml'),
    'OPS/package.xml': `<o:package xmlns:o="http://www.idpf.org/2007/opf"><o:metadata xmlns:x="http://purl.org/dc/elements/1.1/"><x:title o:file-as="Old">Odd &amp; old</x:title></o:metadata><o:manifest>${items}</o:manifest><o:spine><o:itemref idref="b"/><o:itemref idref="a"/></o:spine></o:package>`,
    ...files,
  };
  const entries = Object.entries(all).map(([name, text]) => [
    name,
    typeof text === 'string' ? strToU8(text) : text,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
};
const item = (id: string, href: string, type = 'application/xhtml+xml'): string =>
  `<o:item id="${id}" href="${href}" media-type="${type}"/>`;

const page = (body: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;

const drawing = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"><defs><text>HIDDEN</text></defs>${content}</svg>`;

const read = (bytes: Buffer): string => toHtml(readBook(bytes).root);

describe('readBook', () => {
  it('reads a book whatever prefixes its package has, and whatever its chapters are called', () => {
    const items = item('a', 'one%20a.php') + item('b', 'two', 'text/x-oeb1-document');
    const { root, ...facts } = readBook(
      book(items, { 'OPS/one a.php': chapter('One'), 'OPS/two': chapter('Two') }),
    );
    assert.equal(toHtml(root), '<h1>Two</h1><h1>One</h1>');
    const unknown = { author: undefined, date: undefined, language: undefined };
    assert.deepEqual(facts, { title: 'Odd & old', pictures: new Map(), ...unknown });
  });

  it('turns links between chapters into links to places in the document', () => {
    const files = {
      'OPS/toc.xhtml': page(
        '<p><a href="text/one%20a.xhtml">One</a>, <a href="text/one%20a.xhtml#p">p of One</a>, <a href="#p">p</a>, <a href="https://example.org/#p">web</a></p><p id="p">Here</p>',
      ),
      'OPS/text/one a.xhtml': page(
        '<h1>Chapter One</h1><p id="p">There, <a href=\'../toc.xhtml#p\'>back</a></p>',
      ),
    };
    assert.equal(
      read(book(item('b', 'toc.xhtml') + item('a', 'text/one%20a.xhtml'), files)),
      '<p><a href="#chapter-2">One</a>, <a href="#chapter-2-p">p of One</a>, <a href="#chapter-1-p">p</a>, <a href="https://example.org/#p">web</a></p><p id="chapter-1-p">Here</p><h1 id="chapter-2">Chapter One</h1><p id="chapter-2-p">There, <a href="#chapter-1-p">back</a></p>',
    );
  });

  it('shows one alternative of a switch: the first whose namespace is read, or else the default', () => {
    const math = 'http://www.w3.org/1998/Math/MathML';
    const choice = (namespace: string, alternative: string): string =>
      `<epub:switch><epub:case required-namespace="${namespace}">${alternative}</epub:case><epub:case required-namespace="${math}"><b>second</b></epub:case><epub:default><i>default</i></epub:default></epub:switch>`;
    const none =
      '<epub:switch><epub:case required-namespace="a:b">c</epub:case><epub:default>d</epub:default></epub:switch>';
    const files = {
      'OPS/a.xhtml': page(
        `<p>${choice(math, `<m:math xmlns:m="${math}"><m:mi>x</m:mi></m:math>`)}, ${choice('a:b', 'odd')}, ${none}.</p>`,
      ),
    };
    assert.equal(
      read(book(item('a', 'a.xhtml'), files)),
      '<p><code class="language-math math-inline">x</code>, <strong>second</strong>, d.</p>',
    );
  });

  it('shows the texts of pages that are drawings, or else their titles or names', () => {
    const files = {
      'OPS/a.svg': drawing(
        '<title>Cover</title><g><text>Once <tspan>up</tspan>on</text></g><text>a<tspan y="9">time</tspan></text>',
      ),
      'OPS/b.svg': drawing('<rect/>'),
      'OPS/logo.svg': drawing('<text>LOGO</text>'),
    };
    const items = ['a', 'b', 'logo'].map((name) => item(name, `${name}.svg`, 'image/svg+xml'));
    assert.equal(read(book(items.join(''), files)), '<p>[b.svg]</p><p>Once upon</p><p>a time</p>');
  });

  it('shows notes of other chapters where they are referred to, and keeps those that aren’t marked as text', () => {
    const files = {
      'OPS/b.xhtml': page(
        '<p>Marked<a epub:type="noteref" href="a.xhtml#n">1</a>, <a role="doc-noteref" href="a.xhtml#m">2</a>, plain<a href="a.xhtml#p">3</a></p>',
      ),
      'OPS/a.xhtml': page(
        '<aside epub:type="footnote" id="n"><p>One</p></aside><aside role="doc-footnote" id="m">Two</aside><p id="p">3 Three</p>',
      ),
    };
    assert.equal(
      read(book(item('b', 'b.xhtml') + item('a', 'a.xhtml'), files)),
      '<p>Marked<footnote id="n"><p>One</p></footnote>, <footnote id="m"><p>Two</p></footnote>, plain<a href="#p">3</a></p><p id="p">3 Three</p>',
    );
  });

  it('has the pictures and the styles of its other files, by their addresses', () => {
    const data = Buffer.from('picture');
    const files = {
      'OPS/text/a.xhtml': page(
        '<link rel="stylesheet" href="../s.css"/><p class="c"><img src="../i/a%20b.png"/><svg><image xlink:href="../i/a b.png"/></svg></p><p class="h">x</p><img src="missing.png" alt="gone"/>',
      ),
      'OPS/i/a b.png': data,
      'OPS/s.css': '.c { text-align: center } .h { display: none }',
    };
    const items = item('a', 'text/a.xhtml') + item('i', 'i/a%20b.png', 'image/png');
    const { root, pictures } = readBook(book(items, files));
    const picture = '<img src="picture1.png" alt="">';
    assert.equal(
      toHtml(root),
      `<p align="center">${picture}${picture}</p><p><img src="missing.png" alt="gone"></p>`,
    );
    assert.deepEqual([...pictures], [['picture1.png', { mediaType: 'image/png', data }]]);
  });

  it('reads XHTML: elements that end at once, sections of text, and entities, of which the book’s own aren’t expanded', () => {
    const markup =
      '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY e "boom">]><html><head><title/></head><body><p><a id="x"/>a&nbsp;&lt;&e;<![CDATA[<b>]]></p><div/><p>c</p></body></html>';
    assert.equal(
      read(book(item('a', 'a.xhtml'), { 'OPS/a.xhtml': markup })),
      '<p>a\u00a0&#x3C;&#x26;e;&#x3C;b></p><p>c</p>',
    );
  });

  it('reads each chapter in its own encoding', () => {
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><html><body><p>Größe</p></body></html>',
      'latin1',
    );
    const utf16 = Buffer.from('\ufeff<html><body><p>Größe</p></body></html>', 'utf16le');
    const items = item('a', 'a.xhtml') + item('b', 'b');
    assert.equal(read(book(items, { 'OPS/a.xhtml': latin, 'OPS/b': utf16 })), '<p>Größe</p>'.repeat(2));
  });

  it('fails if nothing in it can be read, or if it is locked', () => {
    const refused = { code: 'conversion.invalid_input' };
    assert.throws(() => read(Buffer.from('no book')), refused);
    assert.throws(() => read(book(item('a', 'one.xhtml'), {})), refused);
    const files = { 'OPS/one.xhtml': chapter('One') };
    assert.throws(() => read(book(item('a', 'one.xhtml', 'image/png'), files)), refused);
    const locked = (method: string): Buffer =>
      book(item('a', 'one.xhtml'), {
        ...files,
        'META-INF/encryption.xml': `<encryption><enc:EncryptedData xmlns:enc="e"><enc:EncryptionMethod Algorithm="${method}"/><enc:CipherData><enc:CipherReference URI="OPS/one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>`,
      });
    assert.throws(() => read(locked('aes')), { fault: fault('document.encrypted') });
    assert.equal(read(locked('http://www.idpf.org/2008/embedding')), '<h1>One</h1>');
  });

  it('refuses more markup than books have', () => {
    const tooMany = book(item('a', 'a'), { 'OPS/a': '<p>a</p>'.repeat(300_000) });
    assert.throws(() => read(tooMany), { fault: fault('document.depth') });
  });
});
