import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { decodeDocument } from '../../../tools/matrix/decoders/documents.ts';
import { document } from '../../support/service/fixtures.ts';
import { pageOf } from '../../support/service/pdfBuilder.ts';
import { useService } from '../../support/service/services.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const fixture = (name: string): string => document(`structure/${name}`);

/** Fixtures whose expected Markdown was compared with the pages by hand. */
const fixtures = {
  'columns.pdf': 'two columns with a ruled table, nested lists, and bullets that are drawn',
  'pages.pdf': 'a paragraph and a table over three pages, below running headers',
  'report.pdf': 'a table without rules between its columns, nested lists, and code',
  'spans.pdf': 'a tagged table with cells over several rows and columns',
} as const;

describe('The structure of a PDF', () => {
  const folder = useTemporaryFolder();
  const service = useService(['--plan', 'pro']);

  /** Width, height, and transparency of each picture. */
  async function sizes(options: object): Promise<unknown> {
    const { output } = await service.api.convert(document('pictures.pdf'), 'html', options);
    const contents = output.toString().matchAll(/src="data:image\/\w+;base64,([^"]+)"/g);
    const pictures = [...contents].map(([, content = '']) =>
      sharp(Buffer.from(content, 'base64')).metadata(),
    );
    return (await Promise.all(pictures)).map(({ width, height, hasAlpha }) => [width, height, hasAlpha]);
  }

  for (const [file, content] of Object.entries(fixtures)) {
    it(`survives in Markdown: ${content}`, async () => {
      const { output } = await service.api.convert(fixture(file), 'md');
      const expected = await readFile(fixture(file.replace(/pdf$/, 'md')), 'utf8');
      assert.equal(output.toString(), expected);
    });
  }

  it('has each column of a table right below a long line of text', async () => {
    const rows = [
      ['Village', 'Revenue', 'Open'],
      ['North', '1196.1', '328.1'],
      ['South', '1672.9', '422.5'],
    ];
    const table = rows
      .map((row) => `| ${row.join(' | ')} |`)
      .toSpliced(1, 0, '| --- | --- | --- |')
      .join('\n');
    const source = path.join(folder.path, 'table.md');
    await writeFile(source, `${'Words that reach over all of the columns below. '.repeat(4)}\n\n${table}\n`);
    const { output: pdf } = await service.api.convert(source, 'pdf');
    const printed = path.join(folder.path, 'table.pdf');
    await writeFile(printed, pdf);
    const { output } = await service.api.convert(printed, 'md');
    assert.ok(output.toString().includes(table), output.toString());
  });

  it('survives in Word documents and web pages, as Pandoc reads them', async () => {
    const { output: markdown } = await service.api.convert(fixture('report.pdf'), 'md');
    const expected = await decodeDocument(markdown, 'md');
    for (const to of ['docx', 'html']) {
      const { output } = await service.api.convert(fixture('report.pdf'), to);
      const { headings, words } = await decodeDocument(output, to);
      assert.deepEqual(headings, expected.headings, to);
      assert.deepEqual(words, expected.words, to);
    }
  });

  it('includes pictures once each, in their own resolution, unless they aren’t wanted', async () => {
    assert.deepEqual(await sizes({}), [
      [480, 320, false],
      [900, 380, false],
      [300, 300, true],
    ]);
    assert.deepEqual(await sizes({ pictures: false }), []);
  });

  it('has footnotes at the words that refer to them, as Pandoc reads it', async () => {
    const content = `BT /F 12 Tf 50 450 Td (The harbor stays open all winter) Tj /F 7 Tf 4 Ts (1) Tj /F 12 Tf 0 Ts ( as the water) Tj
0 -15 Td (is warm. Its area is 12 m) Tj /F 7 Tf 4 Ts (2) Tj /F 12 Tf 0 Ts (, and ships arrive every day.) Tj
/F 6 Tf 3 Ts 0 -375 Td (1) Tj /F 9 Tf 0 Ts (Except in 1987, when ice that came) Tj 0 -11 Td (down the river closed it.) Tj ET`;
    const bytes = pageOf(content, {
      sidePoints: 500,
      page: '/Resources << /Font << /F 5 0 R >> >>',
      extra: ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    });
    const text = 'The harbor stays open all winter as the water is warm. Its area is 12 m2, and ships arrive';
    const note = 'Except in 1987, when ice that came down the river closed it.';
    for (const to of ['md', 'docx']) {
      const { output } = await service.api.convert({ name: 'a.pdf', bytes }, to);
      const { words } = await decodeDocument(output, to);
      assert.equal(words.join(' '), `${text} every day. ${note}`, to);
    }
    const { output } = await service.api.convert({ name: 'a.pdf', bytes }, 'md');
    assert.match(output.toString(), /winter\[\^1\] as/);
  });

  it('isn’t determined for pages with too many lines and words, which keep their text', async () => {
    const rules = Array.from(
      { length: 30_000 },
      (_, at) => `${at % 500} ${at % 499} m ${(at * 7) % 500} ${at % 499} l S`,
    );
    const words = Array.from(
      { length: 6000 },
      (_, at) => `1 0 0 1 ${(at * 37) % 480} ${50 + ((at * 91) % 400)} Tm (w${at}) Tj`,
    );
    const bytes = pageOf(`${rules.join('\n')} BT /F 4 Tf ${words.join('\n')} ET`, {
      sidePoints: 500,
      page: '/Resources << /Font << /F 5 0 R >> >>',
      extra: ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    });
    const { output } = await service.api.convert({ name: 'a.pdf', bytes }, 'md');
    const found = new Set(output.toString().match(/w\d+/g));
    assert.equal(found.size, words.length);
  });
});
