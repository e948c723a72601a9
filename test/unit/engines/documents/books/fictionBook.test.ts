import assert from 'node:assert/strict';
import { toHtml } from 'hast-util-to-html';
import { readFictionBook } from '../../../../../src/engines/documents/books/fictionBook.ts';

describe('readFictionBook', () => {
  it('reads sections, poems, pictures, and notes, and the facts about the book', () => {
    const { root, pictures, ...facts } = readFictionBook(
      `<FictionBook xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><author><first-name>Ada</first-name><last-name>Example</last-name></author><book-title>Tides</book-title><lang>en</lang></title-info></description>
<body><title><p>Tides</p><p>of March</p></title><section id="s"><title><p>One</p></title><p>a<a l:href="#n" type="note">[1]</a> <a l:href="#s">up</a></p><section><title><p>Two</p></title><poem><stanza><v>b</v><v>c</v></stanza></poem><image l:href="#i"/></section></section></body>
<body name="notes"><section id="n"><title><p>1</p></title><p>Note</p></section></body>
<binary id="i" content-type="image/png">aWpr\nbA==</binary></FictionBook>`,
    );
    assert.equal(
      toHtml(root),
      '<h1>Tides of March</h1><h1 id="s">One</h1><p>a<footnote id="n"><p>Note</p></footnote> <a href="#s">up</a></p><h2>Two</h2><blockquote><p>b<br>c</p></blockquote><p><img src="picture1.png" alt=""></p>',
    );
    assert.deepEqual(
      [...pictures],
      [['picture1.png', { mediaType: 'image/png', data: Buffer.from('ijkl') }]],
    );
    assert.deepEqual(facts, { title: 'Tides', author: 'Ada Example', date: undefined, language: 'en' });
  });

  it('rejects XML that is damaged or nested endlessly', () => {
    assert.throws(() => readFictionBook('<FictionBook><body>'), { code: 'conversion.invalid_input' });
    assert.throws(() => readFictionBook('<a>'.repeat(5000)), { code: 'conversion.limit_exceeded' });
  });
});
