import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { fault } from '../../../../src/contract/fault.ts';
import { readDocument } from '../../../../src/engines/documents/read.ts';
import { type Document, elementsIn } from '../../../../src/engines/documents/tree/document.ts';
import { writeDocument } from '../../../../src/engines/documents/write.ts';
import { paragraph, run, wordDocument } from '../../../support/wordDocument.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const tooLarge = { fault: fault('document.depth') };
const odt = 'urn:oasis:names:tc:opendocument:xmlns';

function openDocument(body: string): Uint8Array {
  const names = ['office', 'text', 'table'].map((name) => `xmlns:${name}="${odt}:${name}:1.0"`).join(' ');
  return zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.text'),
    'content.xml': strToU8(
      `<office:document-content ${names}><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ),
  });
}

function book(spine: string, chapter: string, others: Readonly<Record<string, Uint8Array>> = {}): Uint8Array {
  const items = Object.keys(others).map(
    (name) => `<item id="${name}" href="${name}" media-type="image/png"/>`,
  );
  return zipSync({
    mimetype: strToU8('application/epub+zip'),
    'META-INF/container.xml': strToU8(
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
    ),
    'a.opf': strToU8(
      `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>${items.join('')}</manifest><spine>${spine}</spine></package>`,
    ),
    'a.xhtml': strToU8(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${chapter}</body></html>`),
    ...others,
  });
}

const cell = (repeats: number): string =>
  `<table:table-cell table:number-columns-repeated="${repeats}"><text:p>x</text:p></table:table-cell>`;
const rows = (repeats: number, cells: string): string =>
  `<table:table><table:table-row table:number-rows-repeated="${repeats}">${cells}</table:table-row></table:table>`;

describe('A document of a few kilobytes', () => {
  const folder = useTemporaryFolder();

  async function read(from: string, bytes: Uint8Array): Promise<Document> {
    assert.ok(bytes.length < 100_000, `${bytes.length} bytes`);
    const inputPath = path.join(folder.path, `a.${from}`);
    await writeFile(inputPath, bytes);
    return readDocument({ from, inputPath }, {});
  }

  for (const [what, from, bytes] of [
    ['runs', 'docx', () => wordDocument({ body: paragraph(run('a', '<w:b/>').repeat(60_000)) })],
    ['paragraphs', 'docx', () => wordDocument({ body: '<w:p/>'.repeat(300_000) })],
    ['spaces', 'odt', () => openDocument('<text:p>a<text:s text:c="10000000"/></text:p>'.repeat(1000))],
    ['columns', 'odt', () => openDocument(rows(1, cell(1_000_000_000)))],
    ['rows', 'odt', () => openDocument(rows(1_000_000_000, cell(1)))],
    ['rows of repeated cells', 'odt', () => openDocument(rows(40_000, cell(4)))],
    ['elements', 'epub', () => book('<itemref idref="a"/>', '<p>a</p>'.repeat(300_000))],
  ] as const) {
    it(`is refused if it repeats its ${what} hundreds of thousands of times, as ${from}`, async () => {
      await assert.rejects(read(from, bytes()), tooLarge);
    });
  }

  it('shows a chapter once, however often the book’s order contains it', async () => {
    const { root } = await read('epub', book('<itemref idref="a"/>'.repeat(3000), '<p>a</p>'));
    assert.equal(root.children.length, 1);
  });

  it('is converted if it repeats a row of ten cells a thousand times', async () => {
    const { root } = await read('odt', openDocument(rows(1000, cell(10))));
    assert.equal([...elementsIn(root)].filter(({ tagName }) => tagName === 'tr').length, 1000);
  });
});

describe('A document with one picture', () => {
  const folder = useTemporaryFolder();
  const picture = Buffer.alloc(100_000, 1);
  const pictureOf = async (references: number): Promise<Document> => {
    const inputPath = path.join(folder.path, 'a.epub');
    const chapter = '<p><img src="b.png"/></p>'.repeat(references);
    await writeFile(inputPath, book('<itemref idref="a"/>', chapter, { 'b.png': picture }));
    return readDocument({ from: 'epub', inputPath }, {});
  };

  for (const to of ['html', 'md'] as const) {
    it(`is refused if its references would make ${to} of gigabytes`, async () => {
      await assert.rejects(writeDocument(await pictureOf(4000), to, {}), tooLarge);
    });
  }

  it('is converted without the picture, or with a few copies', async () => {
    const many = String(await writeDocument(await pictureOf(4000), 'md', { pictures: false }));
    assert.ok(many.length < picture.length);
    const few = String(await writeDocument(await pictureOf(20), 'html', {}));
    assert.equal(few.match(/<img/g)?.length, 20);
  });
});
