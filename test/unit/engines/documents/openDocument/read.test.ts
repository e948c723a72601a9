import assert from 'node:assert/strict';
import { toHtml } from 'hast-util-to-html';
import { fault } from '../../../../../src/contract/fault.ts';
import { readOpenDocument } from '../../../../../src/engines/documents/openDocument/read.ts';
import { openDocument, openPart, type OpenParts } from '../../../../support/openDocument.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);
const damaged = { fault: fault('damaged.document') };
const tooLarge = { fault: fault('document.depth') };

function html(body: string, parts: Omit<OpenParts, 'body'> = {}): string {
  return toHtml(readOpenDocument(openDocument({ body, ...parts })).root);
}

const style = (name: string, family: string, properties: string, more = ''): string =>
  `<style:style style:name="${name}" style:family="${family}" ${more}>${properties}</style:style>`;
const looks = (name: string, properties: string): string =>
  style(name, 'text', `<style:text-properties ${properties}/>`);
const p = (content: string, name = 'Standard'): string =>
  `<text:p text:style-name="${name}">${content}</text:p>`;
const span = (content: string, name: string): string =>
  `<text:span text:style-name="${name}">${content}</text:span>`;
const item = (content: string, more = ''): string => `<text:list-item ${more}>${content}</text:list-item>`;
const list = (items: string, more = ''): string => `<text:list ${more}>${items}</text:list>`;
const numbers = (name: string, ...levels: readonly string[]): string =>
  `<text:list-style style:name="${name}">${levels.join('')}</text:list-style>`;
const number = (level: number, more = 'style:num-suffix="."', format = '1'): string =>
  `<text:list-level-style-number text:level="${level}" style:num-format="${format}" ${more}/>`;
const bullet = (level: number): string =>
  `<text:list-level-style-bullet text:level="${level}" text:bullet-char="•"/>`;

const cell = (content: string, more = ''): string =>
  `<table:table-cell ${more}>${content}</table:table-cell>`;
const row = (cells: string): string => `<table:table-row>${cells}</table:table-row>`;
const link = (href: string): string => `<text:a xlink:href="${href}">${href.slice(0, 4)}</text:a>`;
const frame = (content: string): string =>
  `<draw:frame svg:width="1in" svg:height="2.54cm">${content}<svg:desc>About</svg:desc></draw:frame>`;
const image = (href: string): string => `<draw:image xlink:href="${href}"/>`;
const object = (name: string): string => `<draw:object xlink:href="./${name}"/>`;
const cells = (repeats: number): string =>
  `<table:table-cell table:number-columns-repeated="${repeats}">${p('x')}</table:table-cell>`;
const rows = (repeats: number, content: string): string =>
  `<table:table><table:table-row table:number-rows-repeated="${repeats}">${content}</table:table-row></table:table>`;
const box = (kind: string, content: string): string =>
  `<draw:frame presentation:class="${kind}"><draw:text-box>${content}</draw:text-box></draw:frame>`;

describe('An OpenDocument text', () => {
  it('has headings, titles, quotes, code, and definitions by the names of its styles', () => {
    const styles =
      style('P1', 'paragraph', '', 'style:parent-style-name="Quotations"') +
      style('P2', 'paragraph', '<style:paragraph-properties fo:text-align="end"/>');
    const body = [
      p('Report', 'Title'),
      '<text:h text:outline-level="9">Deep</text:h>',
      p('one', 'P1') + p('two', 'P1'),
      p('a<text:s text:c="2"/>b<text:line-break/><text:tab/>c', 'Preformatted_20_Text') +
        p('d', 'Preformatted_20_Text'),
      p('Term', 'Definition_20_Term') + p('Text', 'Definition_20_Definition'),
      p('right', 'P2'),
      p('', 'Horizontal_20_Line'),
    ];
    assert.equal(
      html(body.join(''), { styles }),
      '<p class="title">Report</p><h6>Deep</h6><blockquote><p>one</p><p>two</p></blockquote>' +
        '<pre><code>a  b\n\tc\nd</code></pre><dl><dt>Term</dt><dd>Text</dd></dl><p align="right">right</p><hr>',
    );
  });

  it('has the looks of its text, with white space as shown', () => {
    const styles = [
      looks('B', 'fo:font-weight="bold"'),
      looks('I', 'fo:font-style="italic" style:text-underline-style="solid"'),
      looks('S', 'style:text-line-through-style="solid" style:text-position="super 58%"'),
      looks('C', 'fo:color="#b0123c" fo:font-size="18pt"'),
      looks('M', 'fo:font-family="Courier New" fo:color="#000000"'),
      style('P', 'paragraph', '<style:text-properties fo:font-weight="bold"/>'),
    ];
    const body = [
      p(`  A ${span('bold ', 'B')}${span(` ${span('both', 'I')}`, 'B')}\n ${span('up', 'S')} `),
      p(`${span('red', 'C')}<text:s text:c="3"/>${span('code', 'M')}<text:line-break/> x<text:line-break/>`),
      p('all', 'P'),
      `<text:h text:style-name="P" text:outline-level="1">Heading</text:h>`,
    ];
    assert.equal(
      html(body.join(''), { styles: styles.join('') }),
      '<p>A <strong>bold <em><u>both</u></em></strong> <s><sup>up</sup></s></p>' +
        '<p><span style="color: #b0123c; font-size: 18pt">red</span> <code>code</code><br>x</p>' +
        '<p><strong>all</strong></p><h1>Heading</h1>',
    );
  });

  it('has no hidden content, and no comments or tracked deletions', () => {
    const styles =
      looks('H', 'text:display="none"') +
      style('P', 'paragraph', '<style:text-properties text:display="none"/>');
    const body = [
      `<text:tracked-changes>${p('deleted')}</text:tracked-changes>`,
      p(
        `Shown${span(`secret ${span('inner', 'X')}`, 'H')}<office:annotation>${p('comment')}</office:annotation>.`,
      ),
      p('secret', 'P'),
      p('<text:hidden-paragraph text:is-hidden="true"/>secret'),
      `<text:section text:display="none">${p('secret')}</text:section><text:section>${p('Part')}</text:section>`,
      list(item(p('one')) + item(p('secret', 'P')) + item(p('two')), 'text:style-name="N"'),
    ];
    assert.equal(
      html(body.join(''), { styles: styles + numbers('N', number(1)) }),
      '<p>Shown.</p><p>Part</p><ol><li>one</li><li>two</li></ol>',
    );
  });

  it('has nested lists with the kinds, starts, and labels of their levels', () => {
    const styles =
      numbers('N', number(1), bullet(2), number(3, 'style:num-prefix="(" style:num-suffix=")"', 'a')) +
      numbers('L', number(1), number(2, 'style:num-suffix="." text:display-levels="2" text:start-value="4"'));
    const body = [
      list(
        item(p('one') + p('more') + list(item(p('dot') + list(item(p('a')) + item(p('b')))))) +
          item(p('seven'), 'text:start-value="7"') +
          `<text:list-header>${p('header')}</text:list-header>`,
        'xml:id="x" text:style-name="N"',
      ),
      p('between'),
      list(item(p('eight')), 'text:continue-list="x" text:style-name="N"'),
      list(item(p('first') + list(item(p('deep')) + item(p('deeper')))), 'text:style-name="L"'),
      list(item(list(item(p('only')))), 'text:continue-numbering="true" text:style-name="L"'),
    ];
    assert.equal(
      html(body.join(''), { styles }),
      '<ol><li><p>one</p><p>more</p><ul><li>dot<ol type="a"><li data-label="(a) ">a</li><li data-label="(b) ">b</li></ol></li></ul></li></ol>' +
        '<ol start="7"><li>seven<p>header</p></li></ol><p>between</p><ol start="8"><li>eight</li></ol>' +
        '<ol><li>first<ol start="4"><li data-label="1.4. ">deep</li><li data-label="1.5. ">deeper</li></ol>' +
        '<ol start="4"><li data-label="1.4. ">only</li></ol></li></ol>',
    );
  });

  it('has tables with heads, spans, and repeated cells, and lists in cells that count from their own start', () => {
    const styles =
      numbers('N', number(1)) +
      style('C', 'table-cell', '<style:table-cell-properties fo:background-color="#d0d8e7"/>') +
      style('P', 'paragraph', '<style:paragraph-properties fo:text-align="center"/>');
    const table = [
      `<table:table-header-rows>${row(cell(p('A', 'P')) + cell(p('B'), 'table:number-columns-repeated="2"'))}</table:table-header-rows>`,
      row(
        cell(p('wide'), 'table:number-columns-spanned="2"') +
          '<table:covered-table-cell/>' +
          cell(p('c'), 'table:style-name="C"'),
      ),
      row(cell(list(item(p('x')), 'text:style-name="N"'), 'table:number-columns-spanned="3"')),
    ];
    const body = list(item(p('one') + `<table:table>${table.join('')}</table:table>`), 'text:style-name="N"');
    assert.equal(
      html(body, { styles }),
      '<ol><li><p>one</p><table><thead><tr><th align="center">A</th><th>B</th><th>B</th></tr></thead>' +
        '<tbody><tr><td colspan="2">wide</td><td style="background-color: #d0d8e7">c</td></tr>' +
        '<tr><td colspan="3"><ol><li>x</li></ol></td></tr></tbody></table></li></ol>',
    );
  });

  it('has links, anchors, notes with several references, annotations of scripts, and page breaks', () => {
    const styles = style('B', 'paragraph', '<style:paragraph-properties fo:break-before="page"/>');
    const note = `<text:note text:id="f"><text:note-citation>1</text:note-citation><text:note-body>${p('Note')}</text:note-body></text:note>`;
    const body = [
      p('', 'B') + p('<text:bookmark text:name="lost"/>'),
      p(`${link('https://a.b/')} ${link('javascript:x')} ${link('../c.odt')} ${link('#lost')}`),
      p(`a${note} b<text:note-ref text:ref-name="f">1</text:note-ref>`),
      p(
        '<text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>かん</text:ruby-text></text:ruby>',
        'B',
      ),
    ];
    const footnote = '<footnote id="note1"><p>Note</p></footnote>';
    assert.equal(
      html(body.join(''), { styles }),
      '<p id="lost"><a href="https://a.b/">http</a> java <a href="c.odt">../c</a> <a href="#lost">#los</a></p>' +
        `<p>a${footnote} b${footnote}</p><hr class="page-break"><p><ruby>漢<rt>かん</rt></ruby></p>`,
    );
  });

  it('has pictures, text boxes, formulas, and charts, and describes pictures that can’t be shown', () => {
    const chart = `<office:body><office:chart><chart:chart><chart:title>${p('Sales')}</chart:title><table:table><table:table-row><table:table-cell>${p('7')}</table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body>`;
    const files = {
      'Pictures/a.png': pixel,
      'Pictures/b.emf': 'EMF',
      'M/content.xml': '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>',
      'C/content.xml': openPart('office:document-content', chart),
    };
    const body = [
      p(
        `A ${frame(image('Pictures/a.png'))} ${frame(image('Pictures/b.emf'))} ${frame(image('http://a.b/c.png'))}`,
      ),
      p(`Text${frame(`<draw:text-box>${p('Box')}</draw:text-box>`)}`),
      p(`In ${frame(object('M'))}`) + p(frame(object('M'))) + p(frame(object('C'))),
    ];
    const document = readOpenDocument(openDocument({ body: body.join(''), files }));
    assert.equal(
      toHtml(document.root),
      '<p>A <img src="picture1.png" alt="About" width="96" height="96"> <span>[About]</span> ' +
        '<img src="http://a.b/c.png" alt="About" width="96" height="96"></p><p>Text</p><p>Box</p>' +
        '<p>In <code class="language-math math-inline">x</code></p><pre><code class="language-math math-display">x</code></pre>' +
        '<figure class="chart"><table><tbody><tr><td>7</td></tr></tbody></table><figcaption>Sales</figcaption></figure>',
    );
    assert.deepEqual([...document.pictures], [['picture1.png', { mediaType: 'image/png', data: pixel }]]);
  });

  it('has its metadata', () => {
    const meta =
      '<dc:title> T </dc:title><meta:initial-creator>Ada</meta:initial-creator><dc:creator>Bob</dc:creator><dc:language>de-AT</dc:language>';
    const { title, author, language } = readOpenDocument(openDocument({ body: '', meta }));
    assert.deepEqual({ title, author, language }, { title: 'T', author: 'Ada', language: 'de-AT' });
  });

  it('is read without expanding entities, and refused if it is damaged or nested too deeply', () => {
    const entity = openPart(
      'document-content',
      `<office:body><office:text>${p('a &e; b')}</office:text></office:body>`,
    ).replace('?>', '?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>');
    assert.equal(html('', { files: { 'content.xml': entity } }), '<p>a &#x26;e; b</p>');
    for (const bytes of [
      Buffer.from('no document'),
      openDocument({ body: '', files: { 'content.xml': '<a>' } }),
    ]) {
      assert.throws(() => readOpenDocument(bytes), damaged);
    }
    const nested = `${'<text:section>'.repeat(300)}${p('x')}${'</text:section>'.repeat(300)}`;
    assert.throws(() => readOpenDocument(openDocument({ body: nested })), tooLarge);
  });

  for (const [what, body] of [
    ['spaces', p('a<text:s text:c="10000000"/>').repeat(1000)],
    ['columns', rows(1, cells(1_000_000_000))],
    ['rows', rows(1_000_000_000, cells(1))],
    ['rows of repeated cells', rows(40_000, cells(4))],
  ] as const) {
    it(`of a few kilobytes is refused if it repeats its ${what} hundreds of thousands of times`, () => {
      assert.throws(() => readOpenDocument(openDocument({ body })), tooLarge);
    });
  }

  it('may repeat a row of ten cells a thousand times', () => {
    assert.equal(html(rows(1000, cells(10))).match(/<td>/g)?.length, 10_000);
  });
});

describe('An OpenDocument presentation', () => {
  it('has a section for each slide, with its title, its lists, and its notes', () => {
    const body = [
      `<draw:page>${box('title', p(span('One', 'C')))}${box('outline', list(item(p('point'))))}<presentation:notes>${box('notes', p('Say it'))}${box('page-number', p('1'))}</presentation:notes></draw:page>`,
      `<draw:page>${box('footer', p('Firm'))}<draw:custom-shape>${p('Shape')}</draw:custom-shape></draw:page>`,
    ];
    assert.equal(
      html(body.join(''), {
        styles: looks('C', 'fo:color="#ffffff" fo:font-size="33pt"'),
        kind: 'presentation',
      }),
      '<section class="slide"><h1>One</h1><ul><li>point</li></ul><div class="notes"><p>Say it</p></div></section>' +
        '<hr><section class="slide"><p>Shape</p></section>',
    );
  });
});
