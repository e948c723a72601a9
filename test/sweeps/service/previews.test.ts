import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import type { CodedError } from '../../../src/contract/errors.ts';
import sharp from 'sharp';
import { filesBelow } from '../../support/service/files.ts';
import { document, image, photo, sample } from '../../support/service/fixtures.ts';
import { pixelBombs } from '../../support/service/hostileImages.ts';
import { pageOf } from '../../support/service/pdfBuilder.ts';
import { decode, decodeFile, psnr } from '../../support/service/raster.ts';
import { bundle } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('A preview', () => {
  const folder = useTemporaryFolder();
  let local: LocalService;
  let hasPrograms: boolean;

  beforeEach(() => {
    hasPrograms = true;
    const programs = () => (hasPrograms ? {} : { ghostscript: '/nowhere' });
    local = new LocalService({
      scriptPath: bundle,
      temporaryRoot: path.join(folder.path, 'service'),
      programs: () => ({ paths: programs(), avoid: [] }),
      log: () => undefined,
    });
  });

  afterEach(() => local.dispose());

  /**
   * Copies the file to its own folder, as the extension does, and returns the paths of the copy and of the picture to
   * create.
   */
  async function placesFor(file: string | Buffer): Promise<{ inputPath: string; outputPath: string }> {
    const own = await mkdtemp(path.join(folder.path, 'own-'));
    const places = { inputPath: path.join(own, 'input'), outputPath: path.join(own, 'picture.png') };
    await (typeof file === 'string' ? copyFile(file, places.inputPath) : writeFile(places.inputPath, file));
    return places;
  }

  async function look(
    file: string | Buffer,
    fileName: string,
    page = 1,
    signal: AbortSignal = new AbortController().signal,
    mayRunPrograms = false,
  ) {
    const places = await placesFor(file);
    const facts = await local.preview({ ...places, fileName, page, mayRunPrograms }, signal);
    return { facts, png: await readFile(places.outputPath) };
  }

  it('shows formats that browsers can’t show, as other programs show them', async () => {
    for (const format of ['heic', 'psd', 'jxl', 'tiff', 'jp2', 'tga']) {
      const { facts, png } = await look(photo(format), `photo.${format}`);
      assert.equal(facts.format, format);
      const [seen, expected] = [await decode(png, 'png'), await decodeFile(photo(format), format)];
      assert.deepEqual([facts.width, facts.height], [expected.width, expected.height], format);
      assert.ok(psnr(seen, expected) > 30, format);
    }
  });

  it('shows formats that browsers can show as PNG, too, without metadata', async () => {
    for (const [file, format] of [
      [sample('cat.png'), 'png'],
      [image('located.jpg'), 'jpg'],
      [sample('balloons.svg'), 'svg'],
    ] as const) {
      const { facts, png } = await look(file, path.basename(file));
      assert.equal(facts.format, format);
      assert.ok(!/eXIf|tEXt|iTXt|iCCP/.test(png.toString('latin1')), file);
    }
  });

  it('shows a photo upright with its upright size', async () => {
    const { facts, png } = await look(image('orientation-6.jpg'), 'turned.jpg');
    const { width, height } = await decode(png, 'png');
    assert.deepEqual([facts.width, facts.height], [width, height]);
    const upright = await decodeFile(image('orientation-1.jpg'), 'jpg');
    assert.deepEqual([width, height], [upright.width, upright.height]);
  });

  it('detects the format from the content, whatever the name says', async () => {
    assert.equal((await look(photo('jp2'), 'photo.png')).facts.format, 'jp2');
  });

  it('shows each page of a TIFF or PDF, and their number', async () => {
    const pages = [1, 2, 3].map(async (page) => look(image('three-pages.tiff'), 'three.tif', page));
    const pictures = await Promise.all(pages);
    assert.deepEqual(
      pictures.map(({ facts }) => facts.pages),
      [3, 3, 3],
    );
    assert.equal(new Set(pictures.map(({ png }) => png.toString('base64'))).size, 3);
    const { facts, png } = await look(document('text.pdf'), 'text.pdf', 1);
    assert.equal(facts.format, 'pdf');
    assert.ok((facts.pages ?? 0) >= 1);
    assert.ok((await decode(png, 'png')).width > 500);
  });

  it('shows the first frame of an animation, and the number of frames', async () => {
    const { facts } = await look(image('animated.gif'), 'animated.gif');
    assert.ok((facts.frames ?? 1) > 1);
  });

  it('is scaled to fit a tab if the picture is very large, and reports the real size', async () => {
    const side = 9000;
    const { facts, png } = await look(
      Buffer.from(`P5 ${side} ${side} 255\n${' '.repeat(side * side)}`),
      'a.pgm',
    );
    assert.deepEqual([facts.width, facts.height, facts.isReduced], [side, side, true]);
    const shown = png.readUInt32BE(16);
    assert.ok(shown * shown <= 40_000_000 && shown > 6000, String(shown));
    const poster = await look(pageOf('', { sidePoints: 14_400 }), 'poster.pdf');
    assert.ok(poster.png.readUInt32BE(16) ** 2 <= 40_000_000);
  });

  it('uses Ghostscript for PostScript, and names it if it is missing', async () => {
    const eps = '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 50\n0 0 50 50 rectfill\nshowpage\n%%EOF\n';
    const { signal } = new AbortController();
    const { facts, png } = await look(Buffer.from(eps), 'half.eps', 1, signal, true);
    const { width, height, rgb } = await decode(png, 'png');
    assert.equal(facts.format, 'eps');
    assert.deepEqual([width, height], [200, 100]);
    assert.equal(rgb[0], 0);
    hasPrograms = false;
    local.refreshPrograms();
    await assert.rejects(look(Buffer.from(eps), 'half.eps'), {
      code: 'conversion.program_needed',
      detail: /Ghostscript/,
    });
  });

  it('runs no program unless asked, and never for a file with another format’s name', async () => {
    const eps = Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n%%EOF\n');
    await assert.rejects(look(eps, 'a.eps'), (error: CodedError) => error.fault?.id === 'preview.unasked');
    const { signal } = new AbortController();
    for (const name of ['photo.heic', 'notes.txt', 'bare'])
      await assert.rejects(look(eps, name, 1, signal, true), { code: 'conversion.invalid_input' }, name);
  });

  it('explains why it can’t be made', async () => {
    const whole = await readFile(photo('heic'));
    for (const [file, name, code] of [
      [pixelBombs['png']?.(100_000) ?? Buffer.alloc(0), 'bomb.png', 'conversion.limit_exceeded'],
      [pixelBombs['psd']?.(100_000) ?? Buffer.alloc(0), 'bomb.psd', 'conversion.limit_exceeded'],
      [whole.subarray(0, whole.length / 2), 'half.heic', 'conversion.invalid_input'],
      [Buffer.from('plain words'), 'words.jxl', 'conversion.invalid_input'],
      [Buffer.from('plain words'), 'words.txt', 'conversion.invalid_input'],
      [document('encrypted.pdf'), 'locked.pdf', 'conversion.password_needed'],
    ] as const) {
      await assert.rejects(look(file, name), { code }, name);
    }
  });

  it('shows a part of a picture with other settings applied, and the resulting size', async () => {
    const region = { left: 64, top: 32, width: 256, height: 192 };
    const scaledTo = { width: 128, height: 96 };
    for (const [tool, to] of [
      ['convert', 'webp'],
      ['convert', 'jxl'],
      ['compress', 'jpg'],
    ] as const) {
      const tried = async (quality: number) => {
        const places = await placesFor(sample('coffee.jpg'));
        const part = { tool, to, options: { quality }, region, scaledTo };
        const request = { ...places, fileName: 'coffee.jpg', page: 1, mayRunPrograms: false, part };
        const facts = await local.preview(request, new AbortController().signal);
        const own = await readdir(path.dirname(places.inputPath));
        assert.deepEqual(own.toSorted(), ['input', 'picture.png']);
        return { ...facts, seen: await decode(await readFile(places.outputPath), 'png') };
      };
      const [good, bad] = [await tried(95), await tried(5)];
      assert.deepEqual([good.width, good.height, good.seen.width], [128, 96, 128], to);
      assert.ok((good.encodedBytes ?? 0) > 2 * (bad.encodedBytes ?? Infinity), to);
      const cut = sharp(sample('coffee.jpg'))
        .extract(region)
        .resize({ ...scaledTo, fit: 'fill' })
        .png();
      const expected = await decode(await cut.toBuffer(), 'png');
      assert.ok(psnr(good.seen, expected) > 30, `${to} ${psnr(good.seen, expected)}`);
      assert.ok(psnr(bad.seen, expected) < psnr(good.seen, expected) - 3, to);
    }
  });

  it('shows a tall part, which is encoded in strips, without a seam or a gap', async () => {
    const region = { left: 0, top: 8, width: 480, height: 776 };
    const enlarged = sharp(sample('coffee.jpg')).resize({ width: 480, height: 800, fit: 'fill' });
    for (const [to, opacity] of [
      ['jpg', 1],
      ['webp', 0.5],
    ] as const) {
      const file = await enlarged.clone().ensureAlpha(opacity).png().toBuffer();
      const places = await placesFor(file);
      const part = { tool: 'convert', to, options: { quality: 70 }, region, scaledTo: region } as const;
      const request = { ...places, fileName: 'coffee.png', page: 1, mayRunPrograms: false, part };
      await local.preview(request, new AbortController().signal);
      const cut = await sharp(file).extract(region).png().toBuffer();
      const [seen, expected] = [
        await decode(await readFile(places.outputPath), 'png'),
        await decode(cut, 'png'),
      ];
      const rows = 8;
      for (let top = 0; top < region.height; top += rows) {
        const size = [3 * region.width * top, 3 * region.width * (top + rows)] as const;
        const [shown, original] = [seen, expected].map(({ width, rgb }) => ({
          width,
          height: rows,
          rgb: rgb.subarray(...size),
        }));
        assert.ok(shown && original && psnr(shown, original) > 30, `${to}, row ${top}`);
      }
    }
  });

  it('is canceled when nobody waits for it any longer, and the next one is made', async () => {
    const abort = new AbortController();
    const looking = look(photo('jxl'), 'photo.jxl', 1, abort.signal);
    abort.abort();
    await assert.rejects(looking, { name: 'AbortError' });
    assert.equal((await look(photo('jxl'), 'photo.jxl')).facts.format, 'jxl');
  });

  it('leaves nothing with the service, and only the picture beside the file', async () => {
    const places = await placesFor(photo('heic'));
    await local.preview(
      { ...places, fileName: 'photo.heic', page: 1, mayRunPrograms: false },
      new AbortController().signal,
    );
    const own = await readdir(path.dirname(places.inputPath));
    assert.deepEqual(own.toSorted(), ['input', 'picture.png']);
    assert.deepEqual(filesBelow(path.join(folder.path, 'service')), []);
  });
});
