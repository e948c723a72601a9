import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { decodeDocument } from '../../../tools/matrix/decoders/documents.ts';
import { item, numberings, paragraph, style, styled, wordDocument } from '../../support/wordDocument.ts';
import { document } from '../../support/service/fixtures.ts';
import { inFolder } from '../../support/service/lentFiles.ts';
import { byLibreOffice } from '../../support/service/libreOffice.ts';
import { useService } from '../../support/service/services.ts';

const exec = promisify(execFile);

describe('A Word document', () => {
  const service = useService();

  const convert = async (bytes: Uint8Array, to: string): Promise<Buffer> =>
    (await service.api.convert({ name: 'a.docx', bytes: Buffer.from(bytes) }, to)).output;

  it('keeps the list labels, links, and code of a document by Pandoc', async () => {
    const text = [
      '# Heading',
      '(a) first\n(b) second\n\n    i. nested\n    ii. more',
      'Between `code` and [a link](https://example.org/?a=1#part).',
      '(@) numbered\n(@) on',
      '```\nif (a) {\n  b();\n}\n```',
    ].join('\n\n');
    const written = await inFolder(async (folder) => {
      const [source, target] = [path.join(folder, 'a.md'), path.join(folder, 'a.docx')];
      await writeFile(source, text);
      await exec('pandoc', ['-o', target, source]);
      return readFile(target);
    });
    const markdown = (await convert(written, 'md')).toString();
    assert.deepEqual(markdown.slice(markdown.indexOf('# ')).trim().split('\n\n'), [
      '# Heading',
      '(a) first',
      '(b) second',
      'i. nested',
      'ii. more',
      'Between `code` and [a link](https://example.org/?a=1#part).',
      '(1) numbered',
      '(2) on',
      '```\nif (a) {\n  b();\n}\n```',
    ]);
  });

  it('keeps the text of a document by LibreOffice', async () => {
    const written = await inFolder(async (folder) => {
      const made = await byLibreOffice(folder, 'docx', [document('harbour.odt')]);
      return readFile(path.join(made, 'harbour.docx'));
    });
    const expected = await decodeDocument(await readFile(document('harbour.odt')), 'odt');
    for (const to of ['md', 'html', 'epub']) {
      const { headings, items, links } = await decodeDocument(await convert(written, to), to);
      for (const heading of expected.headings) assert.ok(headings.includes(heading), `${heading} in ${to}`);
      for (const text of expected.items) assert.ok(items.includes(text), `${text} in ${to}`);
      for (const link of expected.links) assert.ok(links.includes(link), `${link} in ${to}`);
    }
  });

  it('has counted lists and separate code and quotations as PDF', async () => {
    const numbering = `${numberings([['decimal', '%1.']], [['lowerLetter', '%1)']])}<w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num>`;
    const styles =
      style('Zitat', 'Quote') +
      style('Vorformatiert', 'HTML Preformatted') +
      style('berschrift1', 'heading 1');
    const body = [
      styled('berschrift1', 'Heading'),
      item('one', 1),
      paragraph('between'),
      item('two', 3),
      item('letter', 2),
      styled('Zitat', 'quoted'),
      styled('Vorformatiert', 'if (a) {'),
      styled('Vorformatiert', '    b();'),
    ].join('');
    const pdf = await convert(wordDocument({ body, styles, numbering }), 'pdf');
    const { text, fonts } = await inFolder(async (folder) => {
      const file = path.join(folder, 'a.pdf');
      await writeFile(file, pdf);
      const read = await exec('pdftotext', ['-layout', file, '-']);
      return { text: read.stdout, fonts: (await exec('pdffonts', [file])).stdout };
    });
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    assert.deepEqual(
      lines.map((line) => line.trim().replaceAll(/\s+/g, ' ')),
      ['Heading', '1. one', 'between', '2. two', 'a) letter', 'quoted', 'if (a) {', 'b();'],
    );
    const indentOf = (words: string): number =>
      lines.find((line) => line.includes(words))?.search(/\S/) ?? -1;
    assert.ok(indentOf('quoted') > indentOf('between'));
    assert.ok(indentOf('b();') > indentOf('if (a)'));
    assert.match(fonts, /Mono/);
  });
});
