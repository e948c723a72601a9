import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { convertDocument } from '../../../../src/engines/documents/convert.ts';
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
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const work = {
  tool: 'convert',
  engine: 'document',
  from: 'docx',
  options: {},
  inputBytes: 0,
  fileName: 'input.docx',
} as const;

const outline = (level: number): string => `<w:pPr><w:outlineLvl w:val="${level}"/></w:pPr>`;

const bookmark = (name: string): string => `<w:bookmarkStart w:id="1" w:name="${name}"/>`;
const link = (anchor: string, ...runs: readonly string[]): string =>
  `<w:hyperlink w:anchor="${anchor}">${runs.join('')}</w:hyperlink>`;

describe('A Word document', () => {
  const folder = useTemporaryFolder();

  async function converted(parts: WordParts, to: string): Promise<string> {
    const inputPath = path.join(folder.path, 'input');
    const outputPath = path.join(folder.path, 'output');
    writeFileSync(inputPath, wordDocument(parts));
    await convertDocument({ ...work, to, inputPath, outputPath });
    return readFileSync(outputPath, 'utf8').trim();
  }
  const markdown = async (body: string, parts: Omit<WordParts, 'body'> = {}): Promise<string> =>
    converted({ body, ...parts }, 'md');
  const text = async (body: string, parts: Omit<WordParts, 'body'> = {}): Promise<string> =>
    converted({ body, ...parts }, 'txt');

  describe('with styles', () => {
    it('has headings by the names of its styles, whatever their ids are', async () => {
      const styles =
        style('berschrift1', 'heading 1') + style('Titre2', 'Heading 2') + style('Titel', 'Title');
      const body = styled('Titel', 'Report') + styled('berschrift1', 'One') + styled('Titre2', 'Two');
      assert.equal(await markdown(body, { styles }), '# Report\n\n# One\n\n## Two');
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
      assert.match(
        await converted({ body, styles }, 'html'),
        /<pre><code>if \(a\) \{\n {2}b\(\);<\/code><\/pre>/,
      );
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
      assert.deepEqual((await text(body, { numbering })).split('\n'), [
        '(a) a',
        '(b) b',
        '    I. r1',
        '    II. r2',
        'between',
        '(c) c',
        '    I. r1 again',
        'Article 1 Definitions',
        '    1.1 Company',
        'Article 2 Payment',
        '    2.1 Due',
        '        2.1.i) Deep',
      ]);
      const page = await converted({ body, numbering }, 'html');
      assert.match(page, /<ol type="a"[^>]*>\s*<li[^>]*>\(a\) a/);
      assert.match(page, /<ol type="I"[^>]*>\s*<li[^>]*>I\. r1/);
      assert.doesNotMatch(page, /data-/);
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
        await markdown(body, { numbering }),
        '1. one\n    - bullet\n2. two\n\n<!-- -->\n\n1. anew\n2. on\n\nbetween\n\n3. further',
      );
      const page = await converted({ body, numbering }, 'html');
      assert.equal(page.match(/<ol>/g)?.length, 3);
      assert.match(page, /<li value="3"[^>]*>further/);
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
      assert.deepEqual((await text(body, { numbering: legal, styles })).split('\n'), [
        'I. a',
        '    1.1 b',
        'II. c',
        '    2.2 d',
      ]);
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
      assert.deepEqual((await text(body, { styles })).split(/\n+/), [
        'Price. Shown.',
        'AB',
        '| cell | ',
        'end',
      ]);
    });

    it('keeps nonbreaking hyphens, and drops soft hyphens', async () => {
      const body = paragraph(
        '<w:r><w:t>1</w:t><w:noBreakHyphen/><w:t>24 Über</w:t><w:softHyphen/><w:t>schrift</w:t></w:r>',
      );
      assert.equal(await text(body), '1\u201124 Überschrift');
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
      assert.equal(await text(body), '✓α≥ β€');
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
      const page = await converted({ body, links: { r9: 'https://example.org/page' } }, 'html');
      assert.match(page, /See <a href="https:\/\/example\.org\/a\?b=1&amp;c=2"[^>]*>the manual<\/a>\./);
      assert.match(page, /<a href="#here"[^>]*>12<\/a><a href="#here"[^>]*>chapter<\/a>/);
      assert.match(page, /<p>13<\/p>/);
      assert.match(page, /<p>DONE<\/p>/);
      assert.match(page, /<a href="https:\/\/example\.org\/#part"[^>]*>simple<\/a>/);
      assert.match(page, /<a href="https:\/\/example\.org\/page#frag"[^>]*>both<\/a>/);
      assert.match(page, /<a href="#here"[^>]*>inside<\/a>/);
      assert.doesNotMatch(page, /HYPERLINK|PAGEREF|MERGEFIELD|INNER|link:/);
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
      for (const to of ['txt', 'md']) {
        const lines = (await converted({ body, comments }, to)).split(/\n+/);
        assert.deepEqual(lines, ['ab', 'one line', 'moved', 'said'], to);
      }
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
      const result = await markdown(body, { numbering, footnotes });
      assert.equal(result, '1\\) before\n\naround\n\n2\\) box\n\n3\\) after\n\nnoted[^2]\n\n[^2]: the note');
    });

    it('has the base text without its phonetic guide', async () => {
      const body = paragraph(
        `<w:r><w:ruby><w:rt>${run('かん')}</w:rt><w:rubyBase>${run('漢')}</w:rubyBase></w:ruby></w:r>${run('字')}`,
      );
      assert.equal(await text(body), '漢字');
    });
  });

  it('is read whatever the prefixes of its namespaces are', async () => {
    const parts = unzipSync(
      wordDocument({ body: styled('H', 'Heading') + paragraph(run('bold', '<w:b/>')) }),
    );
    const renamed = strFromU8(parts['word/document.xml'] ?? new Uint8Array())
      .replaceAll(/(<\/?|\sxmlns:|\s)w(?=:)/g, '$1ns0')
      .replaceAll('xmlns:w=', 'xmlns:ns0=');
    const inputPath = path.join(folder.path, 'input');
    const outputPath = path.join(folder.path, 'output');
    writeFileSync(inputPath, zipSync({ ...parts, 'word/document.xml': strToU8(renamed) }));
    await convertDocument({ ...work, to: 'md', inputPath, outputPath });
    assert.equal(readFileSync(outputPath, 'utf8').trim(), 'Heading\n\n**bold**');
  });

  it('has tasks where its bullets are check boxes, and no bullet where Word shows none', async () => {
    const numbering = numberings([['bullet', '☐']], [['bullet', '☒']], [['bullet', ' ']]);
    const body = item('open', 1) + item('done', 2) + item('more about it', 3);
    assert.equal(await markdown(body, { numbering }), '- [ ] open\n- [x] done\n\nmore about it');
  });

  it('joins a drop cap with its paragraph', async () => {
    const body = paragraph('O', '<w:framePr w:dropCap="drop" w:lines="3"/>') + paragraph('nce upon a time');
    assert.equal(await markdown(body), 'Once upon a time');
  });

  describe('as Markdown', () => {
    it('has links to the anchors that readers give headings, and to those of other text', async () => {
      const styles = style('Heading1', 'heading 1');
      const body = [
        paragraph(
          link('_Toc1', run('First')) + run(', ') + link('place', run('text')) + link('none', run('!')),
        ),
        paragraph(bookmark('_Toc1') + run('A & b: C'), '<w:pStyle w:val="Heading1"/>'),
        paragraph(bookmark('place') + bookmark('unused') + run('Here')),
      ].join('');
      assert.equal(
        await markdown(body, { styles }),
        '[First](#a--b-c), [text](#place)!\n\n# A & b: C\n\n<a id="place"></a>Here',
      );
    });

    it('joins text that Word stores in pieces, and shows only the formatting of Markdown', async () => {
      const pieces = run('one ', '<w:b/><w:color w:val="FF0000"/>') + run('two', '<w:b/><w:sz w:val="40"/>');
      const linked = link('_Toc1', run('a', '<w:u w:val="single"/>'), run('b'));
      const styles = style('Heading1', 'heading 1');
      const body = [
        paragraph(pieces),
        paragraph(linked),
        paragraph(bookmark('_Toc1'), '<w:pStyle w:val="Heading1"/>'),
        styled('Heading1', 'End'),
      ].join('');
      assert.equal(await markdown(body, { styles }), '**one two**\n\n[ab](#end)\n\n# End');
    });
  });

  it('is refused if it nests endlessly', async () => {
    const deep = '<w:smartTag>'.repeat(200_000);
    await assert.rejects(text(paragraph(deep + '</w:smartTag>'.repeat(200_000))), {
      code: 'conversion.limit_exceeded',
    });
  });
});
