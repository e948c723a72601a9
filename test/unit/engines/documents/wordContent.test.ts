import assert from 'node:assert/strict';
import { toHtml } from 'hast-util-to-html';
import sharp from 'sharp';
import { fault } from '../../../../src/contract/fault.ts';
import type { Document } from '../../../../src/engines/documents/tree/document.ts';
import { readWord } from '../../../../src/engines/documents/word/read.ts';
import {
  item,
  numberings,
  paragraph,
  run,
  style,
  styled,
  wordDocument,
  type WordParts,
} from '../../../support/wordDocument.ts';

type Parts = Omit<WordParts, 'body'>;

const read = async (body: string, parts: Parts = {}): Promise<Document> =>
  readWord(Buffer.from(wordDocument({ body, ...parts })));
const html = async (body: string, parts: Parts = {}): Promise<string> =>
  toHtml((await read(body, parts)).root)
    .replaceAll('&#x26;', '&')
    .replaceAll('&#x3C;', '<');

const indent = (left: number): string => `<w:ind w:left="${left}"/>`;
const indented = (level: number): string => `<w:pPr>${indent(720 * level)}</w:pPr>`;
const tableOf = (...rows: readonly string[]): string => `<w:tbl>${rows.join('')}</w:tbl>`;
const row = (cells: string, properties = ''): string => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`;
const cell = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith('<') ? content : paragraph(content)}</w:tc>`;

const section = (type: string): string => `<w:sectPr><w:type w:val="${type}"/></w:sectPr>`;
const merge = (value: string): string => `<w:vMerge w:val="${value}"/>`;
const form = (data: string, kind: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText>${kind}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const drawn = (content: string, properties = ''): string =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="381000" cy="190500"/><wp:docPr id="1" name="x" ${properties}/><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const picture = (id: string, crop = ''): string =>
  `<pic:pic><pic:blipFill><a:blip r:embed="${id}"/><a:srcRect ${crop}/></pic:blipFill></pic:pic>`;
const points = (kind: string, values: readonly string[]): string =>
  `<c:${kind}><c:strRef><c:strCache>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:strRef></c:${kind}>`;
const series = (name: string, values: readonly string[]): string =>
  `<c:ser>${points('tx', [name])}${points('cat', ['Q1', 'Q2'])}${points('val', values)}</c:ser>`;
const point = (id: string, text: string, type = 'node'): string =>
  `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
const connection = (from: string, to: string): string => `<dgm:cxn srcId="${from}" destId="${to}"/>`;

describe('The structure of a Word document', () => {
  it('keeps paragraphs, code, and quotes in the items that they continue', async () => {
    const numbering = numberings([
      ['bullet', '·', indented(1)],
      ['decimal', '%2.', indented(2)],
    ]);
    const quoted = `<w:pPr>${indent(360)}</w:pPr>`;
    const styles =
      style('Q', 'Quote', quoted) + style('C', 'Source Code') + style('L', 'List Paragraph', indented(1));
    const body = [
      item('one', 1),
      styled('L', 'more'),
      styled('C', 'a = 1', indent(720)),
      styled('C', 'b = 2', indent(720)),
      item('inner', 1, 1),
      paragraph('of inner', indent(1440)),
      paragraph('of one', indent(720)),
      item('two', 1),
      styled('Q', 'in two', indent(1080)),
      item('three', 1),
      styled('Q', 'behind'),
      styled('Q', 'more', indent(360)),
      styled('Q', 'within', indent(720)),
      '<w:p/>',
      styled('Q', 'other'),
    ].join('');
    assert.equal(
      await html(body, { numbering, styles }),
      [
        '<ul><li><p>one</p><p>more</p><pre><code>a = 1\nb = 2</code></pre>',
        '<ol><li><p>inner</p><p>of inner</p></li></ol><p>of one</p></li>',
        '<li><p>two</p><blockquote><p>in two</p></blockquote></li><li>three</li></ul>',
        '<blockquote><p>behind</p><p>more</p><blockquote><p>within</p></blockquote></blockquote>',
        '<blockquote><p>other</p></blockquote>',
      ].join(''),
    );
  });

  it('has page breaks, but no empty pages', async () => {
    const breaks = '<w:r><w:br w:type="page"/></w:r>';
    const body = [
      paragraph(breaks),
      paragraph(`${run('a')}${breaks}${run('b')}`),
      paragraph('c', '<w:pageBreakBefore/>'),
      paragraph('d', section('nextPage')),
      paragraph('e', section('continuous')),
      paragraph(breaks),
      paragraph('f', '<w:pageBreakBefore/>'),
      tableOf(row(cell(paragraph(`${run('g')}${breaks}`)))),
      paragraph(breaks),
    ].join('');
    const hr = '<hr class="page-break">';
    // The type of a section says how it begins.
    assert.equal(
      await html(body),
      `<p>a</p>${hr}<p>b</p>${hr}<p>c</p><p>d</p><p>e</p>${hr}<p>f</p><table><tbody><tr><td>g</td></tr></tbody></table>`,
    );
  });

  it('has tables with headers, merged cells, missing cells, and tables in cells', async () => {
    const inner = tableOf(row(cell('inner')));
    const body = tableOf(
      row(
        cell('A', '<w:gridSpan w:val="2"/>') + cell(paragraph('B', '<w:jc w:val="center"/>')),
        '<w:tblHeader/>',
      ),
      row(
        cell('c', merge('restart')) +
          cell(`${paragraph('d')}${paragraph('e')}`) +
          cell(inner + paragraph('')),
      ),
      row(cell('', merge('continue')) + cell('f'), '<w:gridAfter w:val="1"/>'),
      row(cell('g'), '<w:gridBefore w:val="2"/>'),
    );
    assert.equal(
      await html(body),
      [
        '<table><thead><tr><th colspan="2">A</th><th align="center">B</th></tr></thead><tbody>',
        '<tr><td rowspan="2">c</td><td><p>d</p><p>e</p></td><td><table><tbody><tr><td>inner</td></tr></tbody></table></td></tr>',
        '<tr><td>f</td><td></td></tr><tr><td colspan="2"></td><td>g</td></tr></tbody></table>',
      ].join(''),
    );
  });

  it('has notes once, however often they are referred to', async () => {
    const reference =
      '<w:bookmarkStart w:id="3" w:name="n"/><w:r><w:footnoteReference w:id="2"/></w:r><w:bookmarkEnd w:id="3"/>';
    const again = `<w:fldSimple w:instr="NOTEREF n \\f \\h">${run('1')}</w:fldSimple>`;
    const footnotes = `<w:footnote w:id="0" w:type="separator">${paragraph('—')}</w:footnote><w:footnote w:id="2">${paragraph('note')}${paragraph('more')}</w:footnote>`;
    const note = '<footnote id="footnote-2"><p>note</p><p>more</p></footnote>';
    const body = paragraph(run('a') + reference + run(', b') + again);
    assert.equal(await html(body, { footnotes }), `<p>a${note}, b${note}</p>`);
  });
});

describe('The text of a Word document', () => {
  it('has the look that differs from its style, with few elements and without stray spaces', async () => {
    const styles = [
      style('Heading1', 'heading 1', '<w:rPr><w:b/><w:sz w:val="40"/></w:rPr>'),
      style('Strong', 'Firm', '<w:rPr><w:b/></w:rPr>'),
      '<w:style w:type="character" w:styleId="B"><w:name w:val="B"/><w:rPr><w:b/></w:rPr></w:style>',
      '<w:style w:type="character" w:styleId="V"><w:name w:val="Verbatim Char"/><w:rPr><w:sz w:val="16"/></w:rPr></w:style>',
    ].join('');
    const body = [
      styled('Heading1', run('A ') + run('b', '<w:i/>')),
      styled('Strong', run('bold ') + run('plain', '<w:rStyle w:val="B"/>') + run('!', '<w:b w:val="0"/>')),
      paragraph(run('one ', '<w:i/>') + run(' two', '<w:i/><w:b/>') + run(' three ')),
      paragraph(
        run('H') +
          run('2', '<w:vertAlign w:val="subscript"/>') +
          run('O', '<w:strike/><w:u w:val="single"/>'),
      ),
      paragraph(
        run('red', '<w:color w:val="FF0000"/><w:sz w:val="28"/>') +
          run('marked', '<w:highlight w:val="yellow"/>'),
      ),
      paragraph(
        run('x()', '<w:rStyle w:val="V"/>') + '<w:r><w:tab/><w:t>tab</w:t><w:br/><w:t>line</w:t></w:r>',
      ),
      paragraph('right', `<w:jc w:val="end"/>${indent(400)}<w:shd w:fill="EEEEEE"/>`),
      paragraph('שלום', '<w:bidi/><w:jc w:val="right"/>'),
    ].join('');
    assert.equal(
      await html(body, { styles }),
      [
        '<h1>A <em>b</em></h1><p><strong>bold</strong> plain!</p><p><em>one <strong>two</strong></em> three</p>',
        '<p>H<sub>2</sub><s><u>O</u></s></p>',
        '<p><span style="color: #ff0000; font-size: 14pt">red</span><span style="background-color: #ffff00">marked</span></p>',
        '<p><code>x()</code>\u2003tab<br>line</p><p align="right" style="background-color: #eeeeee; margin-left: 20pt">right</p>',
        '<p align="left" dir="rtl">שלום</p>',
      ].join(''),
    );
  });

  it('has the choices of forms, and the text of content controls', async () => {
    const entries = '<w:listEntry w:val="red"/><w:listEntry w:val="green"/>';
    const list = (chosen: string): string => form(`<w:ddList>${chosen}${entries}</w:ddList>`, 'FORMDROPDOWN');
    const control = `<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>${run('shown')}</w:sdtContent></w:sdt>`;
    const body = paragraph(
      [
        list('<w:result w:val="1"/>'),
        list('<w:default w:val="1"/>'),
        list(''),
        form('<w:checkBox><w:default w:val="1"/></w:checkBox>', 'FORMCHECKBOX'),
        control,
      ].join(run(' ')),
    );
    assert.equal(await html(body), '<p>green green red ☒ shown</p>');
  });
});

describe('The drawings of a Word document', () => {
  it('has pictures as shown, and descriptions of those that no target shows', async () => {
    const stripes = await sharp(Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255]), {
      raw: { width: 3, height: 1, channels: 3 },
    })
      .resize(30, 10, { kernel: 'nearest' })
      .png()
      .toBuffer();
    const body = paragraph(
      [
        drawn(picture('i1', 'l="33333" r="33333"'), 'descr="flag"'),
        drawn(picture('i1')),
        drawn(picture('i2'), 'descr="drawing"'),
        drawn(picture('i3')),
        '<w:r><w:pict><v:shape style="width:30pt;height:15pt" alt="old"><v:imagedata r:id="i1"/></v:shape></w:pict></w:r>',
      ].join(''),
    );
    const document = await read(body, {
      related: { i1: ['image', 'media/a.png', stripes], i2: ['image', 'media/b.emf', Buffer.from('x')] },
    });
    assert.equal(
      toHtml(document.root),
      '<p><img src="picture1.png" alt="flag" width="40" height="20"><img src="picture2.png" alt="" width="40" height="20">[drawing]<img src="picture2.png" alt="old" width="40" height="20"></p>',
    );
    const cropped = document.pictures.get('picture1.png');
    const { data, info } = await sharp(cropped?.data).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height, ...data.subarray(0, 3)], [10, 10, 0, 255, 0]);
    assert.deepEqual(document.pictures.get('picture2.png'), { mediaType: 'image/png', data: stripes });
  });

  it('has charts as tables, diagrams as lists, and each of them once', async () => {
    const chart = `<c:chartSpace><c:chart><c:title><c:tx><a:t>Sales</a:t></c:tx></c:title><c:plotArea><c:barChart>${series('North', ['1', '2'])}${series('South', ['3'])}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const diagram = `<dgm:dataModel><dgm:ptLst>${point('0', '', 'doc')}${point('1', 'boss')}${point('2', 'team')}</dgm:ptLst><dgm:cxnLst>${connection('0', '1')}${connection('1', '2')}${connection('2', '1')}</dgm:cxnLst></dgm:dataModel>`;
    const shown = drawn('<c:chart r:id="c1"/>') + drawn('<dgm:relIds r:dm="d1"/>');
    assert.equal(
      await html(paragraph(run('See') + shown + shown), {
        related: {
          c1: ['chart', 'charts/chart1.xml', chart],
          d1: ['diagramData', 'diagrams/data1.xml', diagram],
        },
      }),
      [
        '<p>See</p><figure class="chart"><figcaption>Sales</figcaption>',
        '<table><thead><tr><th></th><th>North</th><th>South</th></tr></thead>',
        '<tbody><tr><td>Q1</td><td>1</td><td>3</td></tr><tr><td>Q2</td><td>2</td><td></td></tr></tbody></table></figure>',
        '<ul><li>boss<ul><li>team</li></ul></li></ul>',
      ].join(''),
    );
  });
});

describe('A hostile Word document', () => {
  const tooLarge = { fault: fault('document.depth') };

  it('is refused if its labels are much longer than the document', async () => {
    const numbering = numberings([['decimal', 'x'.repeat(90)]]);
    await assert.rejects(read(item('', 1).repeat(3000), { numbering }), tooLarge);
  });

  it('is refused if its tables nest too deep, or its charts have too many values', async () => {
    const start = '<w:tbl><w:tr><w:tc>'.repeat(300);
    await assert.rejects(read(`${start}<w:p/>${'</w:tc></w:tr></w:tbl>'.repeat(300)}`), tooLarge);
    const series = Array.from(
      { length: 400 },
      (_, at) => `<c:ser><c:val><c:pt idx="${at}"><c:v>1</c:v></c:pt></c:val></c:ser>`,
    );
    const chart = `<c:chartSpace><c:chart><c:plotArea><c:barChart>${series.join('')}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const related = { c1: ['chart', 'c.xml', chart] } as const;
    await assert.rejects(
      read(paragraph('<w:r><w:drawing><c:chart r:id="c1"/></w:drawing></w:r>'), { related }),
      tooLarge,
    );
  });

  it('is damaged without its text, and keeps entities as they are', async () => {
    const bytes = Buffer.from(wordDocument({ body: paragraph('a &who; b') }));
    assert.equal(toHtml((await readWord(bytes)).root), '<p>a &#x26;who; b</p>');
    const damaged = { fault: fault('damaged.document') };
    await assert.rejects(readWord(bytes.subarray(0, bytes.length / 2)), damaged);
    await assert.rejects(read('<w:p>'), damaged);
  });
});
