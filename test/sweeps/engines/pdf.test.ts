import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { document } from '../../support/service/fixtures.ts';
import { pageOf, pdfOf } from '../../support/service/pdfBuilder.ts';
import { drawnByPoppler, unzipped, wordsByPoppler, wordsOfPages } from '../../support/service/poppler.ts';
import { decode, inspect, picturesOf, psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';

const magickNames: Readonly<Record<string, string>> = {
  png: 'PNG',
  jpg: 'JPEG',
  webp: 'WEBP',
  tiff: 'TIFF',
  // AVIF output is inspected as the PNG that avifdec makes of it.
  avif: 'PNG',
};

describe('A converted PDF', () => {
  const service = useService(['--plan', 'pro']);

  for (const to of Object.keys(magickNames)) {
    for (const name of ['text.pdf', 'drawing.pdf', 'scan.pdf']) {
      it(`looks like another program’s rendering of ${name} as ${to}`, async () => {
        const { job, output } = await service.api.convert(document(name), to, { pages: '1' });
        assert.deepEqual(job['output'], { fileName: name.replace('pdf', to) });
        assert.equal((await inspect(output, to)).format, magickNames[to]);
        const expected = await drawnByPoppler(await readFile(document(name)), 1, 144);
        const likeness = psnr(expected, await decode(output, to));
        assert.ok(likeness > 29, `${likeness.toFixed(1)} dB`);
      });
    }
  }

  it('is a ZIP of pictures if it has several pages', async () => {
    const { job, output } = await service.api.convert(document('text.pdf'), 'png');
    assert.deepEqual(job['output'], { fileName: 'text.zip' });
    assert.deepEqual([...(await unzipped(output)).keys()], ['text-01.png', 'text-02.png', 'text-03.png']);
  });

  it('is one TIFF with all its pages, of any size and compression', async () => {
    const kids = '/Kids [3 0 R 4 0 R 5 0 R]';
    const sizes = [
      [200, 100],
      [9, 9],
      [100, 300],
    ] as const;
    const page = ([width, height]: (typeof sizes)[number]): string =>
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 6 0 R >>`;
    const bytes = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count 3 ${kids} >>`,
      ...sizes.map(page),
      { dictionary: '', stream: Buffer.from('1 0 0 rg 0 0 50 50 re f 0 0 1 rg 50 50 200 300 re f') },
    ]);
    for (const compression of ['deflate', 'lzw', 'none']) {
      const options = { compression, density: 72 };
      const { output } = await service.api.convert({ name: 'a.pdf', bytes }, 'tiff', options);
      const pictures = await picturesOf(output, 'tiff');
      assert.equal(pictures.length, sizes.length);
      for (const [index, picture] of pictures.entries()) {
        const drawn = await drawnByPoppler(bytes, index + 1, 72);
        assert.ok(psnr(drawn, await decode(picture, 'png')) > 40, `${compression} ${index}`);
      }
    }
  });

  it('has the requested resolution', async () => {
    const { output } = await service.api.convert(document('drawing.pdf'), 'png', { density: 36 });
    const { width, height } = await inspect(output, 'png');
    assert.deepEqual([width, height], [275, 275]);
  });

  it('has the requested pages under their own numbers', async () => {
    const { output } = await service.api.convert(document('text.pdf'), 'png', { pages: '3, 1-1' });
    assert.deepEqual([...(await unzipped(output)).keys()], ['text-01.png', 'text-03.png']);
    const text = await service.api.convert(document('text.pdf'), 'txt', { pages: '3-' });
    assert.match(text.output.toString(), /^The last page\n/);
  });

  it('shows form values and annotations', async () => {
    const widget =
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (x) /Rect [20 20 80 80] /F 4 /AP << /N 6 0 R >> >>';
    const square = '<< /Type /Annot /Subtype /Square /Rect [120 120 180 180] /F 4 /AP << /N 6 0 R >> >>';
    const fill = {
      dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 60 60]',
      stream: Buffer.from('0.8 0.1 0.1 rg 0 0 60 60 re f'),
    };
    const bytes = pageOf('', {
      catalogue: '/AcroForm << /Fields [5 0 R] >>',
      page: '/Annots [5 0 R 7 0 R]',
      extra: [widget, fill, square],
    });
    const { output } = await service.api.convert({ name: 'form.pdf', bytes }, 'png', { density: 72 });
    assert.ok(psnr(await drawnByPoppler(bytes, 1, 72), await decode(output, 'png')) > 40);
  });

  it('has the text that another program reads, page by page', async () => {
    const { job, output } = await service.api.convert(document('text.pdf'), 'txt');
    assert.deepEqual(job['output'], { fileName: 'text.txt' });
    const expected = await wordsByPoppler(await readFile(document('text.pdf')));
    assert.deepEqual(wordsOfPages(output.toString()), expected);
    assert.match(output.toString(), /Grüße, naïve café\. Greek: Γειά σου Κόσμε\. Cyrillic: Привет, мир\./);
  });

  it('has a placeholder for a letter unknown to its font, and no space', async () => {
    const table = '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <41> <0000> endbfchar';
    const bytes = pageOf('BT /F 20 Tf 20 100 Td (BAC) Tj ET', {
      page: '/Resources << /Font << /F 5 0 R >> >>',
      extra: [
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
        { dictionary: '', stream: Buffer.from(`begincmap ${table} endcmap`) },
      ],
    });
    const { output } = await service.api.convert({ name: 'nothing.pdf', bytes }, 'txt');
    assert.equal(output.toString(), 'B\u{FFFD}C\n');
  });

  it('opens with its password', async () => {
    const options = { password: 'opened', pages: '2' };
    const { output } = await service.api.convert(document('encrypted.pdf'), 'png', options);
    const plain = await service.api.convert(document('text.pdf'), 'png', { pages: '2' });
    assert.deepEqual(output, plain.output);
  });

  it('costs a credit per converted page', async () => {
    for (const [name, options, credits] of [
      ['text.pdf', {}, 3],
      ['text.pdf', { pages: '2-3' }, 2],
      ['encrypted.pdf', { password: 'opened' }, 3],
    ] as const) {
      const { job } = await service.api.convert(document(name), 'txt', options);
      assert.equal(job['credits'], credits);
    }
  });

  for (const options of [{ pages: 'all' }, { pages: '-3' }, { density: 5000 }, { quality: 5 }]) {
    it(`refuses the option ${JSON.stringify(options)} as PNG`, async () => {
      const { json } = await service.api.submit('/convert', document('text.pdf'), {
        targetFormat: 'png',
        options: JSON.stringify(options),
      });
      assert.equal(json?.error, 'request.invalid_option');
    });
  }
});
