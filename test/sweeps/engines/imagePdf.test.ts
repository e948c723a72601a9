import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { imageMagick } from '../../../tools/referenceDecoders/imagePrograms.ts';
import { document, image, photo, sample } from '../../support/service/fixtures.ts';
import { pythonArchive } from '../../support/service/hostileArchives.ts';
import { invalid } from '../../support/service/jobFaults.ts';
import { inFolder } from '../../support/service/lentFiles.ts';
import { pageSizes, picturesIn, extractedPictures } from '../../support/service/pdfFacts.ts';
import { drawnInPixels } from '../../support/service/poppler.ts';
import { decode, decodeFile, psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const exec = promisify(execFile);
const formatOf = (file: string): string => path.extname(file).slice(1);

async function likeness(file: string, pdf: Buffer, page = 1): Promise<number> {
  const expected = await decodeFile(file, formatOf(file));
  return psnr(expected, await drawnInPixels(pdf, page, expected));
}

/** A ZIP with the content that the Python statement writes to `z`. */
const zipped = (statement: string): Promise<Buffer> =>
  pythonArchive(`z = zipfile.ZipFile(out, 'w')\n${statement}\nz.close()`);

describe('An image as a PDF', () => {
  const folder = useTemporaryFolder();
  const service = useService();

  const pdfOf = async (file: string, options: object = {}): Promise<Buffer> =>
    (await service.api.convert(file, 'pdf', options)).output;

  async function ending(file: { name: string; bytes: Buffer }, options: object = {}): Promise<unknown> {
    const fields = { targetFormat: 'pdf', options: JSON.stringify(options) };
    const { json } = await service.api.submit('/convert', file, fields);
    if (json?.error !== undefined) return json.error;
    const job = await service.api.ended('convert', json?.id);
    return job.status === 'Failed' ? job.error : job.status;
  }

  /** A file that ImageMagick writes with these arguments. */
  async function made(name: string, ...args: string[]): Promise<string> {
    const file = path.join(folder.path, name);
    await exec(imageMagick, [...args, file]);
    return file;
  }

  it('embeds a JPEG byte for byte, including progressive and gray ones', async () => {
    const grey = await made('grey.jpg', sample('coffee.jpg'), '-colorspace', 'Gray', '-interlace', 'JPEG');
    for (const file of [sample('coffee.jpg'), image('adobe-rgb.jpg'), grey]) {
      const pdf = await pdfOf(file);
      const [jpeg] = await extractedPictures(pdf);
      assert.ok(jpeg?.equals(await readFile(file)), file);
    }
  });

  it('keeps the inks of a JPEG as Adobe programs store them', async () => {
    const pdf = await pdfOf(image('cmyk.jpg'));
    assert.deepEqual((await picturesIn(pdf))[0]?.slice(5, 9), ['cmyk', '4', '8', 'jpeg']);
    assert.ok((await likeness(image('cmyk.jpg'), pdf)) > 24);
  });

  it('keeps the samples of a PNG: 16 bits, gray, and palettes', async () => {
    const bilevel = await made('bilevel.png', sample('cat.png'), '-monochrome', '-depth', '1');
    for (const [file, expected] of [
      [image('16-bit.png'), ['rgb', '3', '16', 'image']],
      [image('gray.png'), ['gray', '1', '8', 'image']],
      [image('palette.png'), ['index', '1', '8', 'image']],
      [bilevel, ['gray', '1', '1', 'image']],
    ] as const) {
      const pdf = await pdfOf(file);
      assert.deepEqual((await picturesIn(pdf))[0]?.slice(5, 9), expected);
      // The two programs round 16-bit samples to 8 bits differently.
      assert.ok((await likeness(file, pdf)) > (file.includes('16-bit') ? 50 : 99), file);
    }
  });

  it('embeds an interlaced PNG', async () => {
    const file = await made('interlaced.png', sample('cat.png'), '-interlace', 'PNG');
    assert.equal(await likeness(file, await pdfOf(file)), Infinity);
  });

  it('includes the color profile', async () => {
    for (const name of ['adobe-rgb.jpg', 'wide-gamut.png', 'adobe-rgb.tiff']) {
      const pdf = await pdfOf(image(name));
      assert.equal((await picturesIn(pdf))[0]?.[5], 'icc', name);
      const plain = await service.api.convert(image(name), 'bmp', { profile: 'srgb' });
      const expected = await decode(plain.output, 'bmp');
      assert.ok(psnr(expected, await drawnInPixels(pdf, 1, expected)) > 40, name);
    }
  });

  it('shows the background behind a transparent image', async () => {
    for (const file of [image('alpha.png'), image('alpha.webp'), image('animated.gif')]) {
      const pdf = await pdfOf(file);
      assert.deepEqual(
        (await picturesIn(pdf)).map((row) => row[2]),
        ['image', 'smask'],
        file,
      );
      assert.ok((await likeness(file, pdf)) > 40, file);
    }
  });

  it('is upright for all eight EXIF orientations', async () => {
    const turned = await readFile(image('orientation-6.jpg'));
    const tag = turned.indexOf(Buffer.from('011200030000000100', 'hex'));
    const littleEndian = turned.indexOf(Buffer.from('1201030001000000', 'hex'));
    assert.ok(tag !== -1 || littleEndian !== -1);
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const bytes = Buffer.from(turned);
      if (tag === -1) bytes.writeUInt16LE(orientation, littleEndian + 8);
      else bytes.writeUInt16BE(orientation, tag + 8);
      const { output } = await service.api.convert({ name: 'a.jpg', bytes }, 'pdf');
      const file = path.join(folder.path, 'a.jpg');
      await writeFile(file, bytes);
      const upright = await made(`${orientation}.png`, file, '-auto-orient');
      assert.ok((await likeness(upright, output)) > 40, String(orientation));
    }
  });

  it('has the size of the image’s resolution, or the requested size', async () => {
    assert.deepEqual(await pageSizes(await pdfOf(image('16-bit.png'))), [[28.8, 25.2]]);
    assert.deepEqual(await pageSizes(await pdfOf(image('16-bit.png'), { density: 36 })), [[240, 210]]);
    assert.deepEqual(await pageSizes(await pdfOf(image('16-bit.png'), { margin: 25.4 })), [[172.8, 169.2]]);
    const long = await made('long.png', '-size', '4000x40', 'xc:red');
    assert.deepEqual(await pageSizes(await pdfOf(long, { density: 18 })), [[14_400, 144]]);
  });

  it('has square inches for the pixels of a fax, which aren’t square', async () => {
    for (const name of ['fax.tif', 'fax.png', 'fax.jpg']) {
      const fax = await made(
        name,
        '-size',
        '408x98',
        'xc:red',
        '-units',
        'PixelsPerInch',
        '-density',
        '204x98',
      );
      const [[width = 0, height = 0] = []] = await pageSizes(await pdfOf(fax));
      // PNG has whole pixels per meter.
      assert.ok(Math.abs(width - 144) < 0.1 && Math.abs(height - 72) < 0.1, `${name}: ${width} × ${height}`);
    }
  });

  it('is centered on a sheet with the image’s orientation', async () => {
    const wide = await made('wide.png', '-size', '100x50', 'xc:red');
    const sheet = { pageSize: 'A4', margin: 10 };
    const [size] = await pageSizes(await pdfOf(wide, sheet));
    assert.deepEqual(size, [841.89, 595.28]);
    const upright = await pdfOf(wide, { ...sheet, orientation: 'portrait' });
    assert.deepEqual(await pageSizes(upright), [[595.28, 841.89]]);
    const { width, height, rgb } = await drawnInPixels(upright, 1, { width: 210, height: 297 });
    const isRed = (x: number, y: number): boolean => rgb[(y * width + x) * 3 + 1] === 0;
    assert.equal(height, 297);
    assert.deepEqual(
      [isRed(105, 148), isRed(12, 148), isRed(8, 148), isRed(105, 98), isRed(105, 103)],
      [true, true, false, false, true],
    );
  });

  it('has a page for each page of a TIFF, or for the requested pages', async () => {
    const pdf = await pdfOf(image('three-pages.tiff'));
    const pages: string[] = [];
    for (const index of [0, 1, 2]) {
      pages.push(await made(`${index}.png`, `${image('three-pages.tiff')}[${index}]`));
      assert.equal(await likeness(pages[index] ?? '', pdf, index + 1), Infinity);
    }
    const some = await pdfOf(image('three-pages.tiff'), { pages: '3' });
    assert.equal((await pageSizes(some)).length, 1);
    assert.equal(await likeness(pages[2] ?? '', some), Infinity);
  });

  it('has a page for each picture in a ZIP, sorted by name', async () => {
    const coffee = await readFile(sample('coffee.jpg'));
    const zip = await pythonArchive(`
z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED)
z.write(${JSON.stringify(sample('coffee.jpg'))}, 'page 10.jpg', zipfile.ZIP_STORED)
z.write(${JSON.stringify(image('three-pages.tiff'))}, 'scans/three.tiff')
z.write(${JSON.stringify(sample('cat.png'))}, 'page 2.png')
z.write(${JSON.stringify(photo('heic'))}, 'Photo.HEIC')
z.writestr('ComicInfo.xml', '<ComicInfo/>')
z.writestr('__MACOSX/._page 2.png', bytes(4))
z.close()`);
    const last = await made('last.png', `${image('three-pages.tiff')}[2]`);
    for (const name of ['pages.zip', 'book.cbz']) {
      const { output: pdf } = await service.api.convert({ name, bytes: zip }, 'pdf');
      assert.equal((await pageSizes(pdf)).length, 6);
      assert.equal(await likeness(sample('cat.png'), pdf, 1), Infinity);
      assert.ok((await extractedPictures(pdf)).some((jpeg) => jpeg.equals(coffee)));
      assert.ok((await likeness(photo('heic'), pdf, 3)) > 34);
      assert.equal(await likeness(last, pdf, 6), Infinity);
    }
  });

  it('is refused for a ZIP without pictures, or with a damaged or encrypted one', async () => {
    const noPictures = await zipped("z.writestr('notes.txt', 'none')");
    assert.deepEqual(
      await ending({ name: 'a.zip', bytes: noPictures }),
      invalid('The ZIP file has no images.'),
    );
    const half = await zipped(`z.write(${JSON.stringify(image('truncated.jpg'))}, 'half.jpg')`);
    assert.deepEqual(
      await ending({ name: 'a.zip', bytes: half }),
      invalid('half.jpg: The image is damaged and can’t be read.'),
    );
    const picture = await zipped(`z.write(${JSON.stringify(sample('coffee.jpg'))}, 'a.jpg')`);
    const locked = await inFolder(async (inside) => {
      const file = path.join(inside, 'locked.zip');
      await exec('7zz', ['a', '-pgeheim', file, sample('coffee.jpg')]);
      return readFile(file);
    });
    const detail =
      'The ZIP file is password-protected. Unpack it, and compress its images to a ZIP file without a password.';
    assert.deepEqual(await ending({ name: 'a.zip', bytes: locked }), invalid(detail));
    const cutOff = picture.subarray(0, picture.length - 30);
    const damaged = invalid('The ZIP file is damaged and can’t be read.');
    assert.deepEqual(await ending({ name: 'a.zip', bytes: cutOff }), damaged);
  });

  it('stores a black-and-white scan with one bit per pixel', async () => {
    const text = path.join(folder.path, 'text');
    await exec('pdftoppm', ['-mono', '-r', '300', '-f', '1', '-l', '1', document('text.pdf'), text]);
    const file = await made('scan.tiff', `${text}-1.pbm`, '-compress', 'Group4');
    const pdf = await pdfOf(file);
    assert.deepEqual((await picturesIn(pdf))[0]?.slice(5, 8), ['gray', '1', '1']);
    assert.ok(pdf.length < 100_000, String(pdf.length));
    assert.equal(await likeness(file, pdf), Infinity);
  });

  it('has JPEG artifacts only if its source has them or the user asks for them', async () => {
    const coding = async (file: string, options: object = {}) =>
      (await picturesIn(await pdfOf(file, options)))[0]?.[8];
    assert.equal(await coding(sample('rocket.webp')), 'jpeg');
    assert.equal(await coding(sample('rocket.webp'), { lossless: true }), 'image');
    assert.equal(await coding(sample('cat.png')), 'image');
    assert.equal(await coding(sample('cat.png'), { quality: 80 }), 'jpeg');
    const [coarse, fine] = [
      await pdfOf(sample('coffee.jpg'), { quality: 30 }),
      await pdfOf(sample('coffee.jpg'), { quality: 95 }),
    ];
    assert.ok(coarse.length < fine.length / 3);
  });

  it('leaves out the location of a photo on request', async () => {
    const kept = await pdfOf(image('located.jpg'));
    const bare = await pdfOf(image('located.jpg'), { metadata: 'stripAll' });
    assert.deepEqual([kept.includes('Exif'), bare.includes('Exif')], [true, false]);
    assert.equal(await likeness(image('located.jpg'), bare), await likeness(image('located.jpg'), kept));
  });

  it('is refused for an image that is truncated or has too many pixels', async () => {
    const damaged = { error: 'conversion.invalid_input', detail: 'The image is damaged and can’t be read.' };
    assert.deepEqual(await ending({ name: 'a.jpg', bytes: await readFile(image('truncated.jpg')) }), damaged);
    for (const name of ['16-bit.png', 'gray.png', 'three-pages.tiff']) {
      const whole = await readFile(image(name));
      const bytes = whole.subarray(0, whole.length * 0.6);
      assert.deepEqual(await ending({ name, bytes }), damaged, name);
    }
    const bomb = await readFile(image('gray.png'));
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const detail = 'The image has too many pixels.';
    assert.deepEqual(await ending({ name: 'a.png', bytes: bomb }), {
      error: 'conversion.limit_exceeded',
      detail,
    });
  });

  it('reports which requested pages don’t exist', async () => {
    const bytes = await readFile(image('three-pages.tiff'));
    const detail = 'The image has no such pages: 9-.';
    assert.deepEqual(await ending({ name: 'a.tiff', bytes }, { pages: '9-' }), {
      error: 'conversion.invalid_input',
      detail,
    });
  });

  for (const options of [
    { pages: '1' },
    { pageSize: 'B5' },
    { density: 1 },
    { margin: -1 },
    { lossless: true },
  ]) {
    it(`refuses the option ${JSON.stringify(options)} for a PNG`, async () => {
      const bytes = await readFile(image('gray.png'));
      assert.equal(await ending({ name: 'a.png', bytes }, options), 'request.invalid_option');
    });
  }
});
