import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { decodeDocument } from '../../../tools/matrix/decoders/documents.ts';
import { tokensOf } from '../../../tools/matrix/words.ts';
import { document } from '../../support/service/fixtures.ts';
import { invalid, passwordMissing, programNeeded } from '../../support/service/jobFaults.ts';
import { pageOf } from '../../support/service/pdfBuilder.ts';
import { wordsByPoppler } from '../../support/service/poppler.ts';
import { useService } from '../../support/service/services.ts';

interface Text {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
  readonly font?: 'Regular' | 'Bold' | 'Oblique';
}

const font = (name: string): string => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`;

/** A page with these lines of text, and with links that cover small areas at these heights. */
function pageWith(lines: readonly Text[], links: readonly { address: string; y: number }[] = []): Buffer {
  const content = lines.map(
    ({ text, x = 50, y, size = 10, font = 'Regular' }) =>
      `BT /${font} 1 Tf ${size} 0 0 ${size} ${x} ${y} Tm (${text}) Tj ET`,
  );
  const annotations = links.map(
    ({ address, y }) =>
      `<< /Type /Annot /Subtype /Link /Rect [50 ${y - 2} 90 ${y + 10}] /A << /S /URI /URI (${address}) >> >>`,
  );
  const names = annotations.map((_, index) => `${8 + index} 0 R`).join(' ');
  return pageOf(content.join('\n'), {
    sidePoints: 600,
    page: `/Resources << /Font << /Regular 5 0 R /Bold 6 0 R /Oblique 7 0 R >> >> /Annots [${names}]`,
    extra: [font('Helvetica'), font('Helvetica-Bold'), font('Helvetica-Oblique'), ...annotations],
  });
}

/** A font whose letters `a` to `c` are squares with sides of this many dots, drawn by the object with this number. */
function bitmapFont(object: number, dots = object): string {
  const letters = `/a ${object} 0 R /b ${object} 0 R /c ${object} 0 R`;
  return (
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 ${dots} ${dots}] /FontMatrix [1 0 0 1 0 0] ` +
    `/FirstChar 97 /LastChar 99 /Widths [${dots} ${dots} ${dots}] /CharProcs << ${letters} >> ` +
    '/Encoding << /Type /Encoding /Differences [97 /a /b /c] >> >>'
  );
}

const glyph = (dots: number) => ({
  dictionary: '',
  stream: Buffer.from(`${dots} 0 0 0 ${dots} ${dots} d1 0 0 ${dots - 1} ${dots} re f`),
});

/** Draws words in a small bitmap font, without spaces, as TeX does. */
function wordsInDots(text: string, y: number): string {
  let x = 20;
  const words = text.split(' ').map((word) => {
    const shown = `1 0 0 1 ${x} ${y} Tm (${word}) Tj`;
    x += 7 * word.length + 4;
    return shown;
  });
  return `BT /Small 1 Tf ${words.join(' ')} ET`;
}

const line = (index: number, text: string, more: object = {}): Text => ({
  text,
  y: 500 - index * 12,
  ...more,
});

describe('A PDF converted to a document', () => {
  const service = useService(['--plan', 'pro']);

  async function markdownOf(bytes: Buffer, options: object = {}): Promise<string[]> {
    const { output } = await service.api.convert({ name: 'a.pdf', bytes }, 'md', options);
    return output
      .toString()
      .split(/\n{2,}/)
      .map((paragraph) => paragraph.trim());
  }

  const failure = (bytes: Buffer, options: object = {}): Promise<unknown> =>
    service.api.ending({ name: 'a.pdf', bytes }, 'md', options);

  it('joins the lines of a paragraph and hyphenated words', async () => {
    const paragraphs = await markdownOf(
      pageWith([
        line(0, 'The words of this paragraph go on to the end of the line and fur-'),
        line(1, 'ther on to the next line, which is as long as the first, or longer'),
        line(2, 'and ends here.'),
        line(3, 'A second paragraph begins since there was room for more.'),
        line(6, 'A third one stands apart.'),
      ]),
    );
    assert.deepEqual(paragraphs, [
      'The words of this paragraph go on to the end of the line and further on to the next line, which is as long as the first, or longer and ends here.',
      'A second paragraph begins since there was room for more.',
      'A third one stands apart.',
    ]);
  });

  it('has words and headings of bitmap fonts, whose size is that of a dot', async () => {
    const lines = ['abcab cab abc bc ab', 'cab bac abcabc ac c', 'ab cab abcab'].map((text, index) =>
      wordsInDots(text, 100 - 12 * index),
    );
    const bytes = pageOf(`BT /Large 1 Tf 1 0 0 1 20 150 Tm (abcab) Tj ET ${lines.join(' ')}`, {
      page: '/Resources << /Font << /Small 5 0 R /Large 6 0 R >> >>',
      extra: [bitmapFont(7), bitmapFont(8, 14), glyph(7), glyph(14)],
    });
    const { output } = await service.api.convert({ name: 'a.pdf', bytes }, 'md');
    assert.equal(output.toString().trim(), '# abcab\n\nabcab cab abc bc ab cab bac abcabc ac c ab cab abcab');
  });

  it('has list items and dotted rows on separate lines', async () => {
    const long = 'and so on until the end of the line is reached by it';
    const texts = [`Chapter . . . . . . . . . . . . . . . . . . . . . 7`, `1. ${long}`, `2. ${long}`];
    const paragraphs = await markdownOf(pageWith(texts.map((text, index) => line(index, text))));
    assert.deepEqual(paragraphs, [texts[0], `${texts[1]}\n${texts[2]}`]);
  });

  it('has headings by font size, and bold and italic words by font', async () => {
    const paragraphs = await markdownOf(
      pageWith([
        line(0, 'Title', { size: 20, font: 'Bold' }),
        line(4, 'Section', { size: 14 }),
        line(7, 'Plain,'),
        line(7, 'bold', { x: 85, font: 'Bold' }),
        line(7, 'and', { x: 110 }),
        line(7, 'slanted', { x: 132, font: 'Oblique' }),
        line(9, 'More of the same size as most of the text.'),
      ]),
    );
    assert.deepEqual(paragraphs, [
      '# Title',
      '## Section',
      'Plain, **bold** and *slanted*',
      'More of the same size as most of the text.',
    ]);
  });

  it('keeps bold across line ends, without the trailing space', async () => {
    const bold = { font: 'Bold' };
    const paragraphs = await markdownOf(
      pageWith([
        line(0, 'All of these words are bold and reach the end of the line', bold),
        line(1, 'and end', bold),
        line(1, 'here.', { x: 95 }),
      ]),
    );
    const words = 'All of these words are bold and reach the end of the line and end';
    assert.deepEqual(paragraphs, [`**${words}** here.`]);
  });

  it('keeps web links, but no links that run something or open a file', async () => {
    const addresses = ['https://example.com/a', 'javascript:alert(1)', 'file:///etc/passwd'];
    const beyond = line(0, 'and beyond', { x: 95 });
    const lines = addresses.flatMap((_, index) => [
      line(index * 3, `link ${index}`),
      ...(index === 0 ? [beyond] : []),
    ]);
    const links = addresses.map((address, index) => ({ address, y: 500 - index * 36 }));
    const paragraphs = await markdownOf(pageWith(lines, links));
    assert.deepEqual(paragraphs, ['[link 0](https://example.com/a) and beyond', 'link 1', 'link 2']);
  });

  it('escapes text that looks like markup', async () => {
    const bytes = pageWith([line(0, '<script>alert\\(1\\)</script> *a* # b [c]\\(d\\)')]);
    const words = (await wordsByPoppler(bytes)).flat().join(' ');
    for (const to of ['html', 'md', 'epub']) {
      const { output } = await service.api.convert({ name: 'a.pdf', bytes }, to);
      const facts = await decodeDocument(output, to);
      assert.deepEqual(tokensOf(facts.words.join(' ')), tokensOf(words), to);
      assert.deepEqual([facts.bold, facts.italic, facts.links], ['', '', []]);
    }
  });

  it('has the text that another program finds in a LibreOffice document', async () => {
    const source = await readFile(document('pictures.pdf'));
    const { output } = await service.api.convert(document('pictures.pdf'), 'html', { pictures: false });
    const facts = await decodeDocument(output, 'html');
    const pages = await wordsByPoppler(source);
    const withoutNumbers = pages.map((words, index) => words.filter((word) => word !== String(index + 1)));
    assert.deepEqual(tokensOf(facts.words.join(' ')), tokensOf(withoutNumbers.flat().join(' ')));
    assert.ok(facts.headings.length > 0 && facts.links.length > 0);
  });

  it('has form values and annotations beside their labels', async () => {
    const label = line(0, 'Name');
    const look = {
      dictionary:
        '/Type /XObject /Subtype /Form /BBox [0 0 99 20] /Resources << /Font << /Regular 6 0 R >> >>',
      stream: Buffer.from('BT /Regular 10 Tf 0 3 Td (Ada Lovelace) Tj ET'),
    };
    const common = '/Type /Annot /F 4 /AP << /N 5 0 R >>';
    const bytes = pageOf(`BT /Regular 10 Tf 50 ${label.y} Td (${label.text}) Tj ET`, {
      sidePoints: 600,
      catalogue: '/AcroForm << /Fields [7 0 R] >>',
      page: '/Resources << /Font << /Regular 6 0 R >> >> /Annots [7 0 R 8 0 R]',
      extra: [
        look,
        font('Helvetica'),
        `<< ${common} /Subtype /Widget /FT /Tx /T (a) /V (Ada Lovelace) /Rect [100 497 199 517] >>`,
        `<< ${common} /Subtype /FreeText /Contents (Ada Lovelace) /Rect [50 300 149 320] >>`,
      ],
    });
    for (const to of ['html', 'docx']) {
      const { output } = await service.api.convert({ name: 'a.pdf', bytes }, to);
      const { words } = await decodeDocument(output, to);
      assert.equal(words.join(' '), 'Name Ada Lovelace Ada Lovelace', to);
    }
    const { output } = await service.api.convert({ name: 'a.pdf', bytes }, 'txt');
    assert.equal(output.toString(), 'Name Ada Lovelace\nAda Lovelace\n');
  });

  it('is refused if no font maps its glyphs to letters', async () => {
    const codes = `BT /F 10 Tf 50 50 Td <${Buffer.from('9ROXPHV\u0003').toString('hex').replaceAll(/../g, '00$&')}> Tj ET`;
    const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
    const bytes = pageOf(codes, {
      page: '/Resources << /Font << /F 5 0 R >> >>',
      extra: [
        '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A ${system} /DW 500 /FontDescriptor 7 0 R >>`,
        '<< /Type /FontDescriptor /FontName /A /Flags 4 /FontBBox [0 0 9 9] /ItalicAngle 0 /Ascent 9 /Descent 0 /CapHeight 9 /StemV 9 >>',
      ],
    });
    const detail =
      'PDF fonts that don’t map glyphs to characters aren’t supported. Save the file in another variant or format, and try again.';
    assert.deepEqual(await failure(bytes), { error: 'conversion.unsupported_kind', detail });
  });

  it('has the requested pages, opens with its password, and costs a credit per page', async () => {
    const options = { password: 'opened', pages: '3' };
    const { job, output } = await service.api.convert(document('encrypted.pdf'), 'md', options);
    assert.equal(output.toString(), '## The last page\n\nEnds here — really.\n');
    assert.equal(job['credits'], 1);
  });

  it('is refused if the PDF is locked, truncated, or has no text', async () => {
    const encrypted = await readFile(document('encrypted.pdf'));
    assert.deepEqual(await failure(encrypted), passwordMissing);
    assert.deepEqual(
      await failure(encrypted.subarray(0, 400)),
      invalid('The PDF is damaged and can’t be read.'),
    );
    const scan = programNeeded('These pages are scans without text. Recognizing it requires Tesseract.');
    assert.deepEqual(await failure(await readFile(document('scan.pdf'))), scan);
  });

  it('marks page starts on request', async () => {
    for (const to of ['md', 'html']) {
      const { output } = await service.api.convert(document('text.pdf'), to, {
        pageAnchors: true,
        pages: '2-',
      });
      const anchors = [...output.toString().matchAll(/<a id="(.*?)"><\/a>/g)].map(([, id]) => id);
      assert.deepEqual(anchors, ['page-2', 'page-3'], to);
    }
    const { output } = await service.api.convert(document('text.pdf'), 'md', {});
    assert.doesNotMatch(output.toString(), /<a id|page-1/);
  });

  it('marks only its own page starts, whatever letters its text contains', async () => {
    for (const code of ['0001', 'E000']) {
      const map = `1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <${code}> endbfchar`;
      const bytes = pageOf('BT /F 12 Tf 20 100 Td (Words Apage-9A) Tj ET', {
        page: '/Resources << /Font << /F 5 0 R >> >>',
        extra: [
          '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
          { dictionary: '', stream: Buffer.from(map) },
        ],
      });
      const { output } = await service.api.convert({ name: 'a.pdf', bytes }, 'md', { pageAnchors: true });
      const anchors = [...output.toString().matchAll(/<a id="(.*?)">/g)].map(([, id]) => id);
      assert.deepEqual(anchors, ['page-1'], code);
    }
  });
});
