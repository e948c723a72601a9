import assert from 'node:assert/strict';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { toHtml } from 'hast-util-to-html';
import { writeMarkdown } from '../../../../src/engines/documents/markdown/write.ts';
import { readWord } from '../../../../src/engines/documents/word/read.ts';
import {
  field,
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

async function html(body: string, parts: Parts = {}): Promise<string> {
  const { root } = await readWord(Buffer.from(wordDocument({ body, ...parts })));
  return toHtml(root);
}

async function markdown(body: string, parts: Parts = {}): Promise<string> {
  return inMarkdown(wordDocument({ body, ...parts }));
}

async function inMarkdown(bytes: Uint8Array): Promise<string> {
  return writeMarkdown(await readWord(Buffer.from(bytes)), {}).trim();
}

const outline = (level: number): string => `<w:pPr><w:outlineLvl w:val="${level}"/></w:pPr>`;

const bookmark = (name: string): string => `<w:bookmarkStart w:id="1" w:name="${name}"/>`;
const link = (anchor: string, ...runs: readonly string[]): string =>
  `<w:hyperlink w:anchor="${anchor}">${runs.join('')}</w:hyperlink>`;

describe('A Word document', () => {
  describe('with styles', () => {
    it('has headings by the names of its styles, whatever their ids are', async () => {
      const styles =
        style('berschrift1', 'heading 1') + style('Titre2', 'Heading 2') + style('Titel', 'Title');
      const body = styled('Titel', 'Report') + styled('berschrift1', 'One') + styled('Titre2', 'Two');
      assert.equal(await html(body, { styles }), '<p class="title">Report</p><h1>One</h1><h2>Two</h2>');
    });

    it('has headings by base styles, and by outline levels', async () => {
      const styles = [
        style('h2', 'heading 2', outline(1)),
        style('Kapitel', 'Kapitel', '<w:basedOn w:val="h2"/>'),
        style('Loop', 'Loop', '<w:basedOn w:val="Loop"/>'),
        style('Own', 'Own style', outline(2)),
        style('TOCHeading', 'TOC Heading', `<w:basedOn w:val="h2"/>${outline(9)}`),
        style('HeadingNote', 'Heading Note'),
      ].join('');
      const body = [
        styled('Kapitel', 'based'),
        styled('Loop', 'loop'),
        styled('Own', 'own'),
        styled('TOCHeading', 'contents'),
        styled('HeadingNote', 'note'),
        paragraph('direct', '<w:outlineLvl w:val="0"/>'),
      ].join('');
      const expected = ['## based', 'loop', '### own', 'contents', 'note', '# direct'];
      assert.equal(await markdown(body, { styles }), expected.join('\n\n'));
    });

    it('has quotations and code by the names of its styles', async () => {
      const styles = style('Zitat', 'Quote') + style('HTMLVorformatiert', 'HTML Preformatted');
      const body =
        styled('Zitat', 'quoted') +
        styled('HTMLVorformatiert', 'if (a) {') +
        styled('HTMLVorformatiert', '  b();') +
        paragraph('after');
      assert.equal(await markdown(body, { styles }), '> quoted\n\n```\nif (a) {\n  b();\n```\n\nafter');
    });
  });

  describe('with lists', () => {
    it('numbers them as Word does', async () => {
      const numbering = numberings(
        [
          ['lowerLetter', '(%1)'],
          ['upperRoman', '%2.'],
        ],
        [
          ['decimal', 'Article %1'],
          ['decimal', '%1.%2'],
          ['lowerRoman', '%1.%2.%3)'],
        ],
      );
      const body = [
        item('a', 1),
        item('b', 1),
        item('r1', 1, 1),
        item('r2', 1, 1),
        paragraph('between'),
        item('c', 1),
        item('r1 again', 1, 1),
        item('Definitions', 2),
        item('Company', 2, 1),
        item('Payment', 2),
        item('Due', 2, 1),
        item('Deep', 2, 2),
      ].join('');
      assert.equal(
        await html(body, { numbering }),
        [
          '<ol type="a"><li data-label="(a) ">a</li><li data-label="(b) ">b',
          '<ol type="I"><li data-label="I. ">r1</li><li data-label="II. ">r2</li></ol></li></ol><p>between</p>',
          '<ol start="3" type="a"><li data-label="(c) ">c<ol type="I"><li data-label="I. ">r1 again</li></ol></li></ol>',
          '<ol><li data-label="Article 1 ">Definitions<ol><li data-label="1.1 ">Company</li></ol></li>',
          '<li data-label="Article 2 ">Payment<ol><li data-label="2.1 ">Due',
          '<ol type="i"><li data-label="2.1.i) ">Deep</li></ol></li></ol></li></ol>',
        ].join(''),
      );
    });

    it('keeps plain lists as lists, each with its own numbers', async () => {
      const numbering = `${numberings([
        ['decimal', '%1.'],
        ['bullet', '·'],
      ])}<w:num w:numId="9"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num><w:num w:numId="10"><w:abstractNumId w:val="0"/></w:num>`;
      const body = [
        item('one', 1),
        item('bullet', 1, 1),
        item('two', 1),
        item('anew', 9),
        item('on', 10),
        paragraph('between'),
        item('further', 9),
      ].join('');
      assert.equal(
        await html(body, { numbering }),
        '<ol><li>one<ul><li>bullet</li></ul></li><li>two</li></ol><ol><li>anew</li><li>on</li></ol><p>between</p><ol start="3"><li>further</li></ol>',
      );
    });

    it('numbers headings by their styles', async () => {
      const numbering = numberings([
        ['decimal', '%1', '<w:pStyle w:val="H1"/>'],
        ['decimal', '%1.%2', '<w:pStyle w:val="H2"/>'],
      ]);
      const numbered = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>';
      const styles = style('H1', 'heading 1', numbered) + style('H2', 'heading 2', numbered);
      const none = '<w:numPr><w:numId w:val="0"/></w:numPr>';
      const body = [
        styled('H1', 'A'),
        styled('H2', 'B'),
        styled('H2', 'C'),
        styled('H1', 'Without', none),
        styled('H1', 'D'),
        styled('H2', 'E'),
      ].join('');
      const expected = ['# 1 A', '## 1.1 B', '## 1.2 C', '# Without', '# 2 D', '## 2.1 E'];
      assert.equal(await markdown(body, { styles, numbering }), expected.join('\n\n'));
    });

    it('follows restarts, legal numbers, and numberings that a style defines', async () => {
      const legal = numberings(
        [
          ['upperRoman', '%1.'],
          ['decimal', '%1.%2', '<w:isLgl/><w:lvlRestart w:val="0"/>'],
        ],
        [],
      ).replace('w:abstractNumId="1">', 'w:abstractNumId="1"><w:numStyleLink w:val="Listen"/>');
      const styles =
        '<w:style w:type="numbering" w:styleId="Listen"><w:name w:val="Listen"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>';
      const body = [item('a', 1), item('b', 1, 1), item('c', 2), item('d', 2, 1)].join('');
      assert.equal(
        await html(body, { numbering: legal, styles }),
        '<ol type="I"><li data-label="I. ">a<ol><li data-label="1.1 ">b</li></ol></li><li data-label="II. ">c<ol start="2"><li data-label="2.2 ">d</li></ol></li></ol>',
      );
    });
  });

  describe('with text that isn’t shown as stored', () => {
    it('leaves out text that is hidden directly or by its style', async () => {
      const styles =
        style('Secret', 'Secret', '<w:rPr><w:vanish/></w:rPr>') +
        '<w:style w:type="character" w:styleId="Hid"><w:name w:val="Hid"/><w:rPr><w:vanish/></w:rPr></w:style>';
      const body = [
        paragraph(run('Price. ') + run('MARGIN', '<w:vanish/>') + run('Shown.', '<w:vanish w:val="0"/>')),
        paragraph(run('A') + run('SECRET', '<w:rStyle w:val="Hid"/>') + run('B')),
        styled('Secret', 'WHOLE'),
        `<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr><w:tc>${paragraph('ROW')}</w:tc></w:tr><w:tr><w:tc>${paragraph('cell')}</w:tc></w:tr></w:tbl>`,
        paragraph('end'),
      ].join('');
      assert.equal(
        await html(body, { styles }),
        '<p>Price. Shown.</p><p>AB</p><table><tbody><tr><td>cell</td></tr></tbody></table><p>end</p>',
      );
    });

    it('keeps nonbreaking hyphens, and drops soft hyphens', async () => {
      const body = paragraph(
        '<w:r><w:t>1</w:t><w:noBreakHyphen/><w:t>24 Über</w:t><w:softHyphen/><w:t>schrift</w:t></w:r>',
      );
      assert.equal(await markdown(body), '1\u201124 Überschrift');
    });

    it('converts the symbols of symbol fonts to Unicode', async () => {
      const body = paragraph(
        [
          '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>',
          '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>',
          run('\uf0b3 b', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'),
          '<w:r><w:sym w:font="Arial" w:char="20AC"/></w:r>',
        ].join(''),
      );
      assert.equal(await markdown(body), '✓α≥ β€');
    });

    it('has links and the results of fields, and never their instructions', async () => {
      const body = [
        paragraph(
          run('See ') + field('HYPERLINK "https://example.org/a?b=1&amp;c=2"', run('the manual')) + run('.'),
        ),
        paragraph(
          field(' PAGEREF here \\h ', run('12')) + field(' REF here \\h \\* MERGEFORMAT ', run('chapter')),
        ),
        paragraph(field(' PAGEREF here ', run('13'))),
        paragraph(
          field('IF ', run('DONE')).replace(
            '<w:r><w:fldChar w:fldCharType="separate"/>',
            `${field('MERGEFIELD x', run('INNER'))}<w:r><w:fldChar w:fldCharType="separate"/>`,
          ),
        ),
        paragraph(
          `<w:fldSimple w:instr=' HYPERLINK "https://example.org/" \\l "part" \\o "tip" '>${run('simple')}</w:fldSimple>`,
        ),
        paragraph(`<w:hyperlink r:id="r9" w:anchor="frag">${run('both')}</w:hyperlink>`),
        paragraph(field('HYPERLINK \\l "here"', run('inside'))),
        paragraph(`<w:bookmarkStart w:id="1" w:name="here"/>${run('target')}<w:bookmarkEnd w:id="1"/>`),
      ].join('');
      assert.equal(
        await html(body, { links: { r9: 'https://example.org/page' } }),
        [
          'See <a href="https://example.org/a?b=1&#x26;c=2">the manual</a>.',
          '<a href="#here">12chapter</a>',
          '13',
          'DONE',
          '<a href="https://example.org/#part">simple</a>',
          '<a href="https://example.org/page#frag">both</a>',
          '<a href="#here">inside</a>',
        ]
          .map((line) => `<p>${line}</p>`)
          .join('') + '<p id="here">target</p>',
      );
    });

    it('keeps insertions, and drops comments and deletions, even of paragraph ends', async () => {
      const body = [
        paragraph(`${run('a')}<w:ins>${run('b')}</w:ins><w:del><w:r><w:delText>X</w:delText></w:r></w:del>`),
        paragraph('one ', '<w:rPr><w:del/></w:rPr>'),
        paragraph('line'),
        paragraph(`<w:moveFrom>${run('MOVED')}</w:moveFrom>`, '<w:rPr><w:moveFrom/></w:rPr>'),
        paragraph(`<w:moveTo>${run('moved')}</w:moveTo>`),
        paragraph(`${run('said')}<w:r><w:commentReference w:id="5"/></w:r>`),
      ].join('');
      const comments = `<w:comment w:id="5" w:author="A">${paragraph('REMARK')}</w:comment>`;
      assert.equal(await markdown(body, { comments }), 'ab\n\none line\n\nmoved\n\nsaid');
    });

    it('has footnotes, and shows the text of boxes once', async () => {
      const box = `<w:txbxContent>${item('box', 1)}</w:txbxContent>`;
      const body = [
        item('before', 1),
        paragraph(
          `${run('around')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
        ),
        item('after', 1),
        paragraph(`${run('noted')}<w:r><w:footnoteReference w:id="2"/></w:r>`),
      ].join('');
      const footnotes = `<w:footnote w:id="2">${paragraph(`${run('the note')}${run('HIDDEN', '<w:vanish/>')}`)}</w:footnote>`;
      const numbering = numberings([['decimal', '%1)']]);
      assert.equal(
        await html(body, { numbering, footnotes }),
        '<ol><li data-label="1) ">before</li></ol><p>around</p><ol start="2"><li data-label="2) ">box</li><li data-label="3) ">after</li></ol><p>noted<footnote id="footnote-2"><p>the note</p></footnote></p>',
      );
    });

    it('has the base text without its phonetic guide', async () => {
      const body = paragraph(
        `<w:r><w:ruby><w:rt>${run('かん')}</w:rt><w:rubyBase>${run('漢')}</w:rubyBase></w:ruby></w:r>${run('字')}`,
      );
      assert.equal(await markdown(body), '漢字');
    });
  });

  it('is read whatever the prefixes of its namespaces are', async () => {
    const parts = unzipSync(
      wordDocument({ body: styled('H', 'Heading') + paragraph(run('bold', '<w:b/>')) }),
    );
    const renamed = strFromU8(parts['word/document.xml'] ?? new Uint8Array())
      .replaceAll(/(<\/?|\sxmlns:|\s)w(?=:)/g, '$1ns0')
      .replaceAll('xmlns:w=', 'xmlns:ns0=');
    const bytes = zipSync({ ...parts, 'word/document.xml': strToU8(renamed) });
    assert.equal(await inMarkdown(bytes), 'Heading\n\n**bold**');
  });

  it('has tasks where its bullets are check boxes, and no bullet where Word shows none', async () => {
    const numbering = numberings([['bullet', '☐']], [['bullet', '☒']], [['bullet', ' ']]);
    const body = item('open', 1) + item('done', 2) + item('more about it', 3);
    assert.equal(await markdown(body, { numbering }), '- [ ] open\n\n- [x] done\n\n  more about it');
  });

  it('joins a drop cap with its paragraph', async () => {
    const body = paragraph('O', '<w:framePr w:dropCap="drop" w:lines="3"/>') + paragraph('nce upon a time');
    assert.equal(await markdown(body), 'Once upon a time');
  });

  it('has links to the bookmarks that exist, and the bookmarks that links lead to', async () => {
    const styles = style('Heading1', 'heading 1');
    const body = [
      paragraph(
        link('_Toc1', run('First')) + run(', ') + link('place', run('text')) + link('none', run('!')),
      ),
      paragraph(bookmark('_Toc1') + run('A'), '<w:pStyle w:val="Heading1"/>'),
      paragraph(bookmark('place') + bookmark('unused') + run('Here')),
      paragraph(link('_Toc2', run('a', '<w:u w:val="single"/>'), run('b'))),
      paragraph(bookmark('_Toc2'), '<w:pStyle w:val="Heading1"/>'),
      styled('Heading1', 'End'),
    ].join('');
    assert.equal(
      await html(body, { styles }),
      '<p><a href="#_Toc1">First</a>, <a href="#place">text</a>!</p><h1 id="_Toc1">A</h1><p id="place">Here</p><p><a href="#_Toc2">ab</a></p><h1 id="_Toc2">End</h1>',
    );
  });

  it('is refused if it nests endlessly', async () => {
    const deep = '<w:smartTag>'.repeat(200_000);
    await assert.rejects(markdown(paragraph(deep + '</w:smartTag>'.repeat(200_000))), {
      code: 'conversion.limit_exceeded',
    });
  });
});
