import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { convertDocument } from '../../../../src/engines/documents/convert.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const container = (file: string): string =>
  `<ocf:container xmlns:ocf="urn:oasis:names:tc:opendocument:xmlns:container"><ocf:rootfiles><ocf:rootfile full-path="${file}"/></ocf:rootfiles></ocf:container>`;
const chapter = (text: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><h1>${text}</h1><p hidden="hidden">SECRET</p></body></html>`;
const book = (items: string, files: Readonly<Record<string, string | Buffer>>): Uint8Array => {
  const all: Record<string, string | Buffer> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container('OPS/package.xml'),
    'OPS/package.xml': `<o:package xmlns:o="http://www.idpf.org/2007/opf"><o:metadata xmlns:x="http://purl.org/dc/elements/1.1/"><x:title o:file-as="Old">Odd &amp; old</x:title></o:metadata><o:manifest>${items}</o:manifest><o:spine><o:itemref idref="b"/><o:itemref idref="a"/></o:spine></o:package>`,
    ...files,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(all).map(([name, text]) => [name, typeof text === 'string' ? strToU8(text) : text]),
    ),
  );
};
const item = (id: string, href: string, type = 'application/xhtml+xml'): string =>
  `<o:item id="${id}" href="${href}" media-type="${type}"/>`;

const page = (body: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;

const drawing = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"><defs><text>HIDDEN</text></defs>${content}</svg>`;

describe('A book', () => {
  const folder = useTemporaryFolder();

  async function markdown(bytes: Uint8Array): Promise<string> {
    const inputPath = path.join(folder.path, 'input');
    const outputPath = path.join(folder.path, 'output');
    writeFileSync(inputPath, bytes);
    const work = { tool: 'convert', engine: 'document', from: 'epub', to: 'md', options: {} } as const;
    await convertDocument({ ...work, inputPath, outputPath, inputBytes: bytes.length, fileName: 'a.epub' });
    return readFileSync(outputPath, 'utf8').trim();
  }

  it('is read whatever prefixes its package has, and whatever its chapters are called', async () => {
    const items = item('a', 'one%20a.php') + item('b', 'two', 'text/x-oeb1-document');
    const result = await markdown(
      book(items, { 'OPS/one a.php': chapter('One'), 'OPS/two': chapter('Two') }),
    );
    assert.equal(result, '---\ntitle: "Odd & old"\n---\n\n# Two\n\n# One');
  });

  it('has links between chapters that lead to places in the document', async () => {
    const files = {
      'OPS/toc.xhtml': page(
        '<p><a href="text/one%20a.xhtml">One</a>, <a href="text/one%20a.xhtml#p">p of One</a>, <a href="#p">p</a>, <a href="https://example.org/#p">web</a></p><p id="p">Here</p>',
      ),
      'OPS/text/one a.xhtml': page(
        '<h1>Chapter One</h1><p id="p">There, <a href=\'../toc.xhtml#p\'>back</a></p>',
      ),
    };
    const result = await markdown(book(item('b', 'toc.xhtml') + item('a', 'text/one%20a.xhtml'), files));
    assert.equal(
      result.replace(/^---\n[^]*?\n---\n+/, ''),
      [
        '[One](#chapter-one), [p of One](#chapter-2-p), [p](#chapter-1-p), [web](https://example.org/#p)',
        '<a id="chapter-1-p"></a>Here',
        '# Chapter One',
        '<a id="chapter-2-p"></a>There, [back](#chapter-1-p)',
      ].join('\n\n'),
    );
  });

  it('shows one alternative of a switch: the first whose namespace is read, or else the default', async () => {
    const math = 'http://www.w3.org/1998/Math/MathML';
    const choice = (namespace: string, alternative: string): string =>
      `<epub:switch><epub:case required-namespace="${namespace}">${alternative}</epub:case><epub:case required-namespace="${math}"><b>second</b></epub:case><epub:default><i>default</i></epub:default></epub:switch>`;
    const none =
      '<epub:switch><epub:case required-namespace="a:b">c</epub:case><epub:default>d</epub:default></epub:switch>';
    const files = {
      'OPS/a.xhtml': page(
        `<p>${choice(math, `<math xmlns="${math}"><mi>x</mi></math>`)}, ${choice('a:b', 'odd')}, ${none}.</p>`,
      ),
    };
    assert.match(await markdown(book(item('a', 'a.xhtml'), files)), /^\$x\$, \*\*second\*\*, d\.$/m);
  });

  it('has the text of pages that are drawings, or else their titles or names', async () => {
    const files = {
      'OPS/a.svg': drawing(
        '<title>Cover</title><g><text>Once <tspan>up</tspan>on</text></g><text>a<tspan y="9">time</tspan></text>',
      ),
      'OPS/b.svg': drawing('<rect/>'),
      'OPS/logo.svg': drawing('<text>LOGO</text>'),
    };
    const items = ['a', 'b', 'logo'].map((name) => item(name, `${name}.svg`, 'image/svg+xml'));
    assert.match(await markdown(book(items.join(''), files)), /---\n+\\\[b\.svg\\\]\n\nOnce upon\n\na time$/);
  });

  it('has footnotes that are marked as such, and keeps others as text', async () => {
    const files = {
      'OPS/a.xhtml': page(
        '<p>Marked<a epub:type="noteref" href="#n">1</a>, <a role="doc-noteref" href="#m">2</a>, plain<a href="#p">3</a></p><aside epub:type="footnote" id="n"><p>One</p></aside><aside role="doc-footnote" id="m">Two</aside><p id="p">3 Three</p>',
      ),
    };
    assert.match(
      await markdown(book(item('a', 'a.xhtml'), files)),
      /Marked\[\^(\w+)\], \[\^(\w+)\], plain\[3\]\(#p\)\n\n<a id="p"><\/a>3 Three\n\n\[\^\1\]: One\n\n?\[\^\2\]: Two$/,
    );
  });

  it('reads each chapter in its own encoding', async () => {
    const latin = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><html><body><p>Größe</p></body></html>',
      'latin1',
    );
    const items = item('a', 'a.xhtml') + item('b', 'b');
    const result = await markdown(book(items, { 'OPS/a.xhtml': latin, 'OPS/b': latin }));
    assert.match(result, /Größe\n\nGröße$/);
  });

  it('fails if nothing in it can be read', async () => {
    const refused = { code: 'conversion.invalid_input' };
    await assert.rejects(markdown(book(item('a', 'one.xhtml'), {})), refused);
    const picture = book(item('a', 'one.xhtml', 'image/png'), { 'OPS/one.xhtml': chapter('One') });
    await assert.rejects(markdown(picture), refused);
  });
});
