import assert from 'node:assert/strict';
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { deflateSync } from 'node:zlib';
import { repair } from '../../../../src/engines/pdf/repair.ts';
import { pdfOf } from '../../../support/service/pdfBuilder.ts';

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const content = (word: string) => ({ dictionary: '', stream: Buffer.from(word) });
const page = (contents: number, more = ''): string => `<< /Type /Page ${more} /Contents ${contents} 0 R >>`;
const pages = [content('one'), content('two'), page(3), page(4)];

/** The contents of each page of a repaired PDF. */
async function contentsOf(bytes: Buffer, password = ''): Promise<string[] | undefined> {
  const repaired = await repair(bytes, password, 'pages');
  if (repaired === undefined) return undefined;
  const document = await PDFDocument.load(repaired);
  return document.getPages().map(({ node }) => {
    const stream = node.lookup(PDFName.of('Contents'));
    return stream instanceof PDFRawStream
      ? Buffer.from(decodePDFRawStream(stream).decode()).toString().trim()
      : '';
  });
}

const named = (differences: string, more = ''): string =>
  `<< /Type /Font /Subtype /Type1 /Encoding << /Differences [${differences}] >> ${more} >>`;
const trueType = (flags: number, encoding: string): string =>
  `<< /Type /Font /Subtype /TrueType /Encoding ${encoding} /FontDescriptor << /Flags ${flags} /FontFile2 3 0 R >> >>`;

describe('repair', () => {
  for (const [what, ...objects] of [
    ['nothing', catalog, '<< /Type /Pages /Count 2 /Kids [null 5 0 R null 6 0 R] >>', ...pages],
    ['missing objects', catalog, '<< /Type /Pages /Count 3 /Kids [5 0 R 99 0 R 6 0 R] >>', ...pages],
    ['numbers and names', catalog, '<< /Type /Pages /Count 4 /Kids [5 0 R 7 /A 6 0 R] >>', ...pages],
    ['itself', catalog, '<< /Type /Pages /Count 3 /Kids [5 0 R 2 0 R 6 0 R] >>', ...pages],
    [
      'its nodes in another object',
      catalog,
      '<< /Type /Pages /Count 2 /Kids 7 0 R >>',
      ...pages,
      '[5 0 R 6 0 R]',
    ],
    ['pages inside itself', catalog, `<< /Kids [${page(3)} ${page(4)}] >>`, ...pages],
    [
      'nodes inside itself',
      catalog,
      '<< /Kids [<< /Kids [5 0 R] >> << /Kids [6 0 R] >> << /Kids [] >>] >>',
      ...pages,
    ],
    [
      'nodes that refer to each other',
      catalog,
      '<< /Count 9 /Kids [5 0 R 7 0 R 6 0 R] >>',
      ...pages,
      '<< /Type /Pages /Kids [8 0 R] >>',
      '<< /Type /Pages /Kids [7 0 R 2 0 R] >>',
    ],
  ] as const) {
    it(`finds the pages of a tree that lists ${what}`, async () => {
      assert.deepEqual(await contentsOf(pdfOf(objects)), ['one', 'two']);
    });
  }

  it('finds a page that is the whole tree, and one that is listed twice', async () => {
    const alone = pdfOf(['<< /Type /Catalog /Pages 3 0 R >>', content('one'), page(2)]);
    assert.deepEqual(await contentsOf(alone), ['one']);
    const twice = pdfOf([catalog, '<< /Kids [5 0 R 6 0 R 5 0 R] >>', ...pages]);
    assert.deepEqual(await contentsOf(twice), ['one', 'two', 'one']);
  });

  it('inherits from parent nodes, the nearest first', async () => {
    const upper = '<< /MediaBox [0 0 1 1] /Rotate 90 /Kids [7 0 R] >>';
    const lower = '<< /MediaBox [0 0 2 2] /Kids [5 0 R 8 0 R] >>';
    const own = page(4, '/MediaBox [0 0 3 3]');
    const repaired = await repair(pdfOf([catalog, upper, ...pages, lower, own]), '', 'pages');
    const found = (await PDFDocument.load(repaired ?? '')).getPages();
    assert.deepEqual(
      found.map((each) => [each.getWidth(), each.getRotation().angle]),
      [
        [2, 90],
        [3, 90],
      ],
    );
    assert.ok(found.every(({ node }) => node.get(PDFName.of('Parent')) !== undefined));
  });

  it('finds objects without a valid cross-reference table, header, or trailer', async () => {
    const whole = pdfOf([catalog, '<< /Type /Pages /Count 2 /Kids [5 0 R 6 0 R] >>', ...pages]);
    const withoutTrailer = whole.subarray(0, whole.indexOf('xref'));
    const broken = Buffer.concat([withoutTrailer, Buffer.from('trailer\n<< /Root 1 0 R /ID [<12')]);
    for (const bytes of [withoutTrailer, withoutTrailer.subarray('%PDF-1.7\n'.length), broken])
      assert.deepEqual(await contentsOf(bytes), ['one', 'two']);
  });

  it('returns nothing without a tree, a page, or an object', async () => {
    const notATree = pdfOf(['<< /Type /Catalog /Pages 3 0 R >>', ...pages]);
    const empty = pdfOf([catalog, '<< /Type /Pages /Count 7 /Kids [null 2 0 R] >>']);
    for (const bytes of [notATree, empty, pdfOf(['<< /Type /Catalog >>']), Buffer.from('%PDF-1.7\n1 0 obj')])
      assert.equal(await contentsOf(bytes), undefined);
  });

  it('gives up on a list that is too long', async () => {
    const million = pdfOf([catalog, `<< /Kids [${'5 0 R '.repeat(1_000_000)}] >>`, ...pages]);
    assert.equal(await contentsOf(million), undefined);
    const doubling = Array.from(
      { length: 60 },
      (_, index) => `<< /Kids [${'5 0 R '.repeat(2000)} ${index + 8} 0 R] >>`,
    );
    assert.equal(await contentsOf(pdfOf([catalog, '<< /Kids [7 0 R] >>', ...pages, ...doubling])), undefined);
  });

  it('follows nodes to any depth, and treats endlessly nested lists as empty', async () => {
    const deep = Array.from({ length: 3000 }, (_, index) => `<< /Kids [${index + 8} 0 R] >>`);
    assert.deepEqual(
      await contentsOf(pdfOf([catalog, '<< /Kids [7 0 R 6 0 R] >>', ...pages, ...deep, page(3)])),
      ['one', 'two'],
    );
    const nested = pdfOf([
      catalog,
      `<< /Kids ${'['.repeat(200_000)}5 0 R${']'.repeat(200_000)} >>`,
      ...pages,
    ]);
    assert.equal(await contentsOf(nested), undefined);
  });

  it('refuses objects that decompress endlessly', async () => {
    const stream = deflateSync(Buffer.alloc(70 * 1024 * 1024, ' '));
    const dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode';
    const bytes = pdfOf([catalog, '<< /Kids [5 0 R] >>', ...pages, { dictionary, stream }]);
    await assert.rejects(repair(bytes, '', 'pages'), { code: 'conversion.limit_exceeded' });
  });

  it('maps ligatures whose glyph names are compound', async () => {
    const tree = [catalog, '<< /Kids [5 0 R] >>', ...pages] as const;
    const bytes = pdfOf([...tree, named('31 /f_f 65 /A /T_h.alt /f_'), named('1 /f_i', '/ToUnicode 3 0 R')]);
    const repaired = await repair(bytes, '', 'letters');
    assert.deepEqual(
      Buffer.from(repaired ?? [])
        .toString('latin1')
        .match(/(?<=beginbfchar ).*(?= endbfchar)/g),
      ['<1f> <00660066>', '<42> <00540068>'],
    );
    assert.equal(await repair(pdfOf([...tree, named('31 /ff /fi')]), '', 'letters'), undefined);
  });

  it('maps Windows codes beyond ASCII in a symbolic TrueType font', async () => {
    const tree = [catalog, '<< /Kids [5 0 R] >>', ...pages] as const;
    const differing = '<< /BaseEncoding /WinAnsiEncoding /Differences [228 /adieresis] >>';
    const bytes = pdfOf([...tree, trueType(4, '/WinAnsiEncoding'), trueType(4, differing)]);
    const repaired = Buffer.from((await repair(bytes, '', 'letters')) ?? []).toString('latin1');
    assert.deepEqual(repaired.match(/<80> <20ac>|<81>|<a0>|<e4> <00e4>|<ff> <00ff>/g), [
      '<80> <20ac>',
      '<e4> <00e4>',
      '<ff> <00ff>',
      '<80> <20ac>',
      '<ff> <00ff>',
    ]);
    const others = pdfOf([...tree, trueType(32, '/WinAnsiEncoding'), trueType(4, '/MacRomanEncoding')]);
    assert.equal(await repair(others, '', 'letters'), undefined);
  });
});

const layered = (config: string): string =>
  `<< /Type /Catalog /OCProperties << /OCGs [2 0 R 3 0 R] /D << ${config} >> >> >>`;

describe('The layers of a PDF', () => {
  const form = { dictionary: '/Type /XObject /Subtype /Form /OC 2 0 R', stream: Buffer.from('secret') };
  const rest = [
    '<< /Type /OCG /Name (Draft) >>',
    '<< /Type /OCG /Name (Final) >>',
    '<< /Type /OCMD /OCGs [2 0 R 3 0 R] /P /AllOn >>',
    '<< /Type /OCMD /OCGs [2 0 R 3 0 R] >>',
    form,
    '<< /Type /Annot /OC 4 0 R >>',
  ];

  /** The numbers of the hidden layers, forms, and annotations. */
  async function hiddenIn(config: string): Promise<number[] | undefined> {
    const repaired = await repair(pdfOf([layered(config), ...rest]), '', 'layers');
    if (repaired === undefined) return undefined;
    const { context } = await PDFDocument.load(repaired, { updateMetadata: false });
    return context.enumerateIndirectObjects().flatMap(([ref, object]) => {
      const isEmpty = object instanceof PDFRawStream && object.dict.has(PDFName.of('BBox'));
      return isEmpty || /\/HiddenLayer 1|\/F 2/.test(object.toString()) ? [ref.objectNumber] : [];
    });
  }

  it('are hidden if they are off, with everything that belongs to them', async () => {
    assert.deepEqual(await hiddenIn('/OFF [2 0 R]'), [2, 4, 6, 7]);
    assert.deepEqual(await hiddenIn('/BaseState /OFF /ON [2 0 R]'), [3, 4, 7]);
    assert.deepEqual(await hiddenIn('/OFF [2 0 R 3 0 R]'), [2, 3, 4, 5, 6, 7]);
    assert.equal(await hiddenIn('/ON [2 0 R]'), undefined);
  });
});
