import assert from 'node:assert/strict';
import { strToU8, zipSync } from 'fflate';
import { toHtml } from 'hast-util-to-html';
import { readSlides } from '../../../../src/engines/documents/slides/read.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const namespaces = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="${drawing}/main" xmlns:r="${office}" xmlns:c="${drawing}/chart"`;

const relations = (targets: Readonly<Record<string, string>>): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(
    targets,
  )
    .map(
      ([type, target], index) =>
        `<Relationship Id="r${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
const tree = (root: string, shapes: string, more = ''): string =>
  `<p:${root} ${namespaces}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>${more}</p:${root}>`;
const shape = (place: string, paragraphs: string, style = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${place === '' ? '' : `<p:ph ${place}/>`}</p:nvPr></p:nvSpPr><p:txBody><a:lstStyle>${style}</a:lstStyle>${paragraphs}</p:txBody></p:sp>`;
const paragraph = (text: string, properties = ''): string =>
  `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;

function presentation(shapes: string): Buffer {
  const dot = '<a:buChar char="•"/>';
  const chart = `<c:chartSpace ${namespaces}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>2026</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>7</c:v></c:pt><c:pt idx="1"><c:v>9</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>',
    '_rels/.rels': relations({ officeDocument: 'ppt/presentation.xml' }),
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations({ slide: 'slides/slide1.xml' }),
    'ppt/slides/slide1.xml': tree('sld', shapes),
    'ppt/slides/_rels/slide1.xml.rels': relations({
      slideLayout: '../slideLayouts/slideLayout1.xml',
      chart: '../charts/chart1.xml',
    }),
    'ppt/slideLayouts/slideLayout1.xml': tree(
      'sldLayout',
      shape('type="body" idx="2"', '', '<a:lvl1pPr><a:buNone/></a:lvl1pPr>') +
        shape('type="body" idx="3"', '', '<a:lvl1pPr><a:buAutoNum type="arabicPeriod"/></a:lvl1pPr>'),
    ),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations({
      slideMaster: '../slideMasters/slideMaster1.xml',
    }),
    'ppt/slideMasters/slideMaster1.xml': tree(
      'sldMaster',
      shape('type="body"', ''),
      `<p:txStyles><p:bodyStyle><a:lvl1pPr>${dot}</a:lvl1pPr><a:lvl2pPr>${dot}</a:lvl2pPr></p:bodyStyle></p:txStyles>`,
    ),
    'ppt/charts/chart1.xml': chart,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
}

const html = async (shapes: string): Promise<string> => toHtml((await readSlides(presentation(shapes))).root);

const run = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;

describe('A PowerPoint presentation', () => {
  it('has the bullets and numbers that its paragraphs inherit from layouts and masters', async () => {
    const shapes = [
      shape('type="title"', paragraph('Title')),
      shape(
        'idx="1"',
        paragraph('dot') +
          paragraph('deep', '<a:pPr lvl="1"/>') +
          paragraph('none', '<a:pPr><a:buNone/></a:pPr>') +
          '<a:p/>',
      ),
      shape('type="body" idx="2"', paragraph('plain')),
      shape('type="body" idx="3"', paragraph('one') + paragraph('two')),
      shape('', paragraph('box')),
    ];
    assert.equal(
      await html(shapes.join('')),
      '<section class="slide"><h1>Title</h1><ul><li>dot<ul><li>deep</li></ul></li></ul><p>none</p><p>plain</p><ol><li>one</li><li>two</li></ol><p>box</p></section>',
    );
  });

  it('has paragraphs that continue items, the heads of tables, and groups', async () => {
    const continued = paragraph('more', '<a:pPr marL="342900" indent="0"><a:buNone/></a:pPr>');
    const bullet = '<a:pPr marL="342900" indent="-342900"/>';
    const cell = (text: string, more = ''): string =>
      `<a:tc${more}><a:txBody>${paragraph(text)}</a:txBody></a:tc>`;
    const table = `<a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('A', ' gridSpan="2"')}<a:tc hMerge="1"/></a:tr><a:tr>${cell('b')}${cell('c')}</a:tr></a:tbl>`;
    const frame = `<p:graphicFrame><a:graphic><a:graphicData>${table}</a:graphicData></a:graphic></p:graphicFrame>`;
    assert.equal(
      await html(
        `${shape('idx="1"', paragraph('dot', bullet) + continued)}<p:grpSp>${frame}</p:grpSp>${shape('type="title"', paragraph('Title'))}${shape('type="ftr"', paragraph('foot'))}`,
      ),
      '<section class="slide"><h1>Title</h1><ul><li><p>dot</p><p>more</p></li></ul><table><thead><tr><th colspan="2">A</th></tr></thead><tbody><tr><td>b</td><td>c</td></tr></tbody></table></section>',
    );
  });

  it('has formulas as TeX, with braces and spaces', async () => {
    const fraction = `<m:f><m:num>${run('a')}</m:num><m:den>${run('b&amp;')}</m:den></m:f>`;
    const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run('i')}</m:sub><m:e>${run('x')}</m:e></m:nary>`;
    const math = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:m="${office.replace('relationships', 'math')}"><mc:Choice Requires="a14"><a14:m><m:oMathPara><m:oMath>${fraction}${sum}</m:oMath></m:oMathPara></a14:m></mc:Choice></mc:AlternateContent>`;
    assert.equal(
      await html(shape('', `<a:p><a:r><a:t>See </a:t></a:r>${math}</a:p>`)),
      '<section class="slide"><p>See <code class="language-math math-inline">\\frac{a}{b\\&#x26;}\\sum_i x</code></p></section>',
    );
  });

  it('has its charts as tables', async () => {
    const frame = `<p:graphicFrame><a:graphic><a:graphicData uri="${drawing}/chart"><c:chart r:id="r2"/></a:graphicData></a:graphic></p:graphicFrame>`;
    assert.equal(
      await html(frame),
      '<section class="slide"><figure class="chart"><figcaption>Sales</figcaption><table><thead><tr><th></th><th>2026</th></tr></thead><tbody><tr><td>Q1</td><td>7</td></tr><tr><td>Q2</td><td>9</td></tr></tbody></table></figure></section>',
    );
  });
});
