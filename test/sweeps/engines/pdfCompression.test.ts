import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { built, document, image, sample } from '../../support/service/fixtures.ts';
import { pageOf } from '../../support/service/pdfBuilder.ts';
import { pdfFacts, picturesIn, recompressedPdf } from '../../support/service/pdfFacts.ts';
import { drawnByPoppler } from '../../support/service/poppler.ts';
import { decodeFile, psnr } from '../../support/service/raster.ts';
import { printedText } from '../../support/service/program.ts';
import { assertSamePages } from '../../support/service/samePages.ts';
import { useService } from '../../support/service/services.ts';

interface Drawn {
  readonly dictionary: string;
  readonly stream: Buffer;
}

/** A page with these pictures, each of which fills it. */
function pageWith(pictures: readonly Drawn[], sidePoints = 400, more: object = {}): Buffer {
  const names = pictures.map((_, index) => `/p${index} ${5 + index} 0 R`).join(' ');
  const extra = pictures.map(({ dictionary, stream }) => ({
    dictionary: `/Type /XObject /Subtype /Image ${dictionary}`,
    stream,
  }));
  const content = pictures.map((_, index) => `q ${sidePoints} 0 0 ${sidePoints} 0 0 cm /p${index} Do Q`);
  const page = `/Resources << /XObject << ${names} >> >>`;
  return pageOf(content.join('\n'), { sidePoints, page, extra, ...more });
}

const jpegSize = '/Width 600 /Height 400 /BitsPerComponent 8 /Filter /DCTDecode';
const plain = '/Width 600 /Height 400 /BitsPerComponent 8 /Filter /FlateDecode';

/** A gray gradient below some rows of constant noise. */
function noisyPicture(side: number, rows: number): Buffer {
  const random = seededRandom(1);
  return Buffer.from(
    Uint8Array.from({ length: side ** 2 }, (_, at) => {
      const slope = 60 + (at % side) * 0.3 + Math.floor(at / side) * 0.15;
      return Math.round(slope + (at < rows * side ? (random() - 0.5) * 16 : 0));
    }),
  );
}

describe('A compressed PDF', () => {
  const service = useService(['--plan', 'pro']);
  const jpeg = readFileSync(sample('coffee.jpg'));

  const compressed = async (bytes: Buffer, options: object = {}): Promise<Buffer> =>
    (await service.api.compress({ name: 'a.pdf', bytes }, options)).output;

  for (const lossless of [false, true]) {
    it(`keeps words, fonts, links, bookmarks, tags, and attachments, lossless ${lossless}`, async () => {
      const source = await readFile(document('pictures.pdf'));
      const output = await compressed(source, { lossless });
      assert.ok(output.length < source.length * (lossless ? 0.95 : 0.7), String(output.length));
      assert.deepEqual(await pdfFacts(output), await pdfFacts(source));
      await assertSamePages(source, output);
      for (const page of lossless ? [1, 2] : []) {
        const [before, after] = [
          await drawnByPoppler(source, page, 72),
          await drawnByPoppler(output, page, 72),
        ];
        assert.equal(psnr(before, after), Infinity);
      }
    });
  }

  it('keeps form values, page labels, and the initial view', async () => {
    const widget =
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (value) /DA (/Helv 0 Tf) /Rect [20 20 80 80] /F 4 /AP << /N 8 0 R >> >>';
    const labels = '/PageLabels << /Nums [0 << /S /r /St 4 >>] >>';
    const form = {
      dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 60 60]',
      stream: Buffer.from('0 0 60 60 re f'),
    };
    const source = pageOf('0.5 g 0 0 99 99 re f '.repeat(200), {
      catalogue: `/AcroForm << /Fields [5 0 R] >> ${labels} /OpenAction [3 0 R /Fit]`,
      page: '/Annots [5 0 R]',
      extra: [widget, '<< /Unused true >>', '<< /Unused true >>', form],
    });
    const output = await compressed(source);
    assert.ok(output.length < source.length);
    const [before, after] = [await pdfFacts(source), await pdfFacts(output)];
    assert.deepEqual(after, before);
    assert.match(JSON.stringify(after.structure), /"value":"value"/);
    await assertSamePages(source, output);
  });

  it('has no more pixels than its pictures need at their printed size', async () => {
    const source = pageWith([{ dictionary: `/ColorSpace /DeviceRGB ${jpegSize}`, stream: jpeg }], 72);
    const [row = []] = await picturesIn(await compressed(source));
    assert.deepEqual(row.slice(2, 5), ['image', '300', '300']);
    const [coarser = []] = await picturesIn(await compressed(source, { density: 150 }));
    assert.deepEqual(coarser.slice(3, 5), ['150', '150']);
    await assertSamePages(source, await compressed(source));
    const page = '/UserUnit 9 /Resources << /XObject << /p0 5 0 R >> >>';
    const poster = pageWith([{ dictionary: `/ColorSpace /DeviceRGB ${jpegSize}`, stream: jpeg }], 72, {
      page,
    });
    const [large = []] = await picturesIn(await compressed(poster));
    assert.deepEqual(large.slice(3, 5), ['600', '400']);
  });

  it('has its pages in object streams', async () => {
    const output = await compressed(await readFile(document('text.pdf')));
    assert.doesNotMatch(output.toString('latin1'), /\/Type \/Pages?\b/);
    await assertSamePages(await readFile(document('text.pdf')), output);
  });

  it('is at most as large as by qpdf', async () => {
    const source = await readFile(document('text.pdf'));
    assert.ok((await compressed(source)).length <= (await recompressedPdf(source)).length);
  });

  it('has each picture once', async () => {
    const picture = {
      dictionary: `/ColorSpace /DeviceRGB ${jpegSize}`,
      stream: await readFile(image('optimised.jpg')),
    };
    const twice = [picture, picture];
    const objects = (await picturesIn(await compressed(pageWith(twice)))).map((row) => row[10]);
    assert.equal(new Set(objects).size, 1);
    assert.equal(objects.length, 2);
  });

  it('keeps pictures with unusual samples byte for byte', async () => {
    const ink = await readFile(image('cmyk.jpg'));
    const mask = deflateSync(Buffer.alloc(600 * 50, 0x5a));
    const source = pageWith([
      { dictionary: `/ColorSpace /DeviceRGB /Decode [1 0 1 0 1 0] ${jpegSize}`, stream: jpeg },
      { dictionary: `/ColorSpace /DeviceRGB /Mask [0 9 0 9 0 9] ${jpegSize}`, stream: jpeg },
      { dictionary: `/ColorSpace /DeviceCMYK /Decode [1 0 1 0 1 0 1 0] ${jpegSize}`, stream: ink },
      {
        dictionary: '/ImageMask true /Width 600 /Height 400 /BitsPerComponent 1 /Filter /FlateDecode',
        stream: mask,
      },
      { dictionary: '/Width 600 /Height 400 /Filter /JPXDecode', stream: Buffer.alloc(999, 7) },
      { dictionary: `/ColorSpace /DeviceRGB /SMask 11 0 R ${jpegSize}`, stream: jpeg },
      { dictionary: `/ColorSpace /DeviceGray /Matte [0 0 0] ${plain}`, stream: mask },
      {
        dictionary:
          '/ImageMask true /Width 600 /Height 400 /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 600 >>',
        stream: Buffer.alloc(999, 7),
      },
    ]);
    const output = await compressed(source);
    assert.ok(output.length < source.length);
    assert.equal(output.toString('latin1').split(jpeg.toString('latin1')).length - 1, 3);
    assert.ok(output.includes(ink) && output.includes(Buffer.alloc(999, 7)));
  });

  it('has lossless picture masks', async () => {
    const { rgb } = await decodeFile(sample('coffee.jpg'), 'jpg');
    const grey = Buffer.from(rgb.filter((_, at) => at % 3 === 1));
    const source = pageWith([
      { dictionary: `/ColorSpace /DeviceRGB /SMask 6 0 R ${plain}`, stream: deflateSync(rgb) },
      { dictionary: `/ColorSpace /DeviceGray ${plain}`, stream: deflateSync(grey, { level: 1 }) },
    ]);
    const rows = await picturesIn(await compressed(source));
    assert.deepEqual(
      new Set(rows.map((row) => `${row[2]} ${row[8]}`)),
      new Set(['image jpeg', 'smask image', 'image image']),
    );
  });

  it('has lossless pictures where artifacts would show', async () => {
    const { rgb } = await decodeFile(sample('coffee.jpg'), 'jpg');
    const stream = deflateSync(rgb, { level: 1 });
    const source = pageOf(
      'q 400 0 0 400 0 0 cm /p0 Do /difference gs /p1 Do /dodge gs 0.99 g 0 0 1 1 re f Q',
      {
        sidePoints: 400,
        page: '/Resources << /XObject << /p0 5 0 R /p1 6 0 R >> /ExtGState << /difference << /BM /Difference >> /dodge << /BM /ColorDodge >> >> >>',
        extra: ['', ' /OPI << /2.0 << >> >>'].map((more) => ({
          dictionary: `/Type /XObject /Subtype /Image /ColorSpace /DeviceRGB ${plain}${more}`,
          stream,
        })),
      },
    );
    const output = await compressed(source);
    assert.ok(output.length < source.length);
    assert.deepEqual(
      (await picturesIn(output)).map((row) => row[8]),
      ['image', 'image'],
    );
    await assertSamePages(source, output);
  });

  it('has palettes for pictures with few colors', async () => {
    const samples = Buffer.alloc(600 * 400 * 3);
    for (let at = 0; at < samples.length; at += 3) samples[at] = (at * 7919) % 16 < 8 ? 200 : 20;
    const source = pageWith([
      {
        dictionary: `/ColorSpace /DeviceRGB ${plain}`,
        stream: deflateSync(samples, { level: 1 }),
      },
    ]);
    const output = await compressed(source, { lossless: true });
    const [row = []] = await picturesIn(output);
    assert.deepEqual(row.slice(5, 8), ['index', '1', '1']);
    assert.equal(psnr(await drawnByPoppler(source, 1, 108), await drawnByPoppler(output, 1, 108)), Infinity);
  });

  it('stays valid PDF/A-1, without object streams', async () => {
    const source = await readFile(document('archived.pdf'));
    const output = await compressed(source);
    assert.ok(output.length < source.length && output.includes('pdfaid:part>1'));
    assert.ok(!output.includes('/ObjStm'));
    assert.deepEqual(output.subarray(0, 8), source.subarray(0, 8));
  });

  /** The more rows of noise there are, the less similar a JPEG is. */
  for (const [rows, change] of [
    [20, 'is re-encoded at the next better quality if its page would be only 98.46 % similar'],
    [400, 'stays unchanged if its page would show artifacts at any quality'],
  ] as const) {
    it(`has a picture that ${change}`, async () => {
      const dictionary =
        '/Width 400 /Height 400 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode';
      // Pages are compared at 192 pixels per side.
      const source = pageWith([{ dictionary, stream: deflateSync(noisyPicture(400, rows)) }], 192);
      const output = await compressed(source);
      assert.ok(output.length < source.length);
      assert.equal(output.includes('DCTDecode'), rows === 20);
    });
  }

  it('is its source byte for byte if nothing can be saved', async () => {
    const once = await compressed(await readFile(document('pictures.pdf')), { lossless: true });
    assert.ok((await compressed(once, { lossless: true })).equals(once));
  });

  it('isn’t made from a signed PDF, which is reported and costs nothing', async () => {
    const balance = async () =>
      parseEntitlements((await service.api.call('/convert/entitlements/me')).json).balance;
    const before = await balance();
    const signed = built('signed.pdf');
    assert.match(await printedText('pdfsig', ['-nocert', signed]), /Signature is Valid/);
    const { json } = await service.api.submit('/compress', signed);
    const job = await service.api.ended('compress', json?.id);
    const detail = 'The PDF is signed, and compressing it would break its signature.';
    assert.deepEqual(job.error, { error: 'conversion.invalid_input', detail });
    assert.equal(await balance(), before);
  });

  it('costs a credit per page', async () => {
    const { job } = await service.api.compress(document('text.pdf'));
    assert.equal(job['credits'], 3);
  });
});
