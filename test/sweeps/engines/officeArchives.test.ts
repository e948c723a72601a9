import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { data, document, image } from '../../support/service/fixtures.ts';
import { pythonArchive } from '../../support/service/hostileArchives.ts';
import { unzipped } from '../../support/service/poppler.ts';
import { decode, psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';

/** A document with one picture, whose file name follows the style of some other programs. */
async function documentOf(picture: Buffer, name = 'word/media/image1.jpeg'): Promise<Buffer> {
  return pythonArchive(`
z = zipfile.ZipFile(out, 'w')
z.writestr('[Content_Types].xml', '<Types/>')
z.writestr(${JSON.stringify(name)}, bytes.fromhex('${picture.toString('hex')}'))
z.close()`);
}

describe('A compressed Office document', () => {
  const service = useService();

  it('keeps the pixels of its pictures if it must be lossless', async () => {
    const source = await readFile(document('pictures.docx'));
    const { output } = await service.api.compress(document('pictures.docx'), { lossless: true });
    assert.ok(output.length < source.length);
    const [before, after] = [await unzipped(source), await unzipped(output)];
    for (const [name, content] of before) {
      const format = /\.(jpe?g|png|gif)$/.exec(name)?.[1];
      const now = after.get(name) ?? Buffer.alloc(0);
      const isSame = format !== undefined && psnr(await decode(content, format), await decode(now, format));
      assert.ok(isSame === Infinity || now.equals(content), name);
    }
  });

  it('keeps a picture’s stored orientation and its EXIF rotation', async () => {
    const source = await readFile(image('orientation-6.jpg'));
    const { output } = await service.api.compress({ name: 'a.docx', bytes: await documentOf(source) });
    const now = (await unzipped(output)).get('word/media/image1.jpeg') ?? Buffer.alloc(0);
    assert.ok(now.length < source.length);
    assert.ok(psnr(await decode(source, 'jpg'), await decode(now, 'jpg')) > 30);
    assert.ok(now.includes('Exif'));
  });

  it('keeps CMYK and damaged pictures byte for byte', async () => {
    for (const name of ['cmyk.jpg', 'truncated.jpg']) {
      const source = await readFile(image(name));
      const { output } = await service.api.compress({ name: 'a.docx', bytes: await documentOf(source) });
      assert.deepEqual((await unzipped(output)).get('word/media/image1.jpeg'), source);
    }
  });

  it('doesn’t get smaller a second time', async () => {
    const { output } = await service.api.compress(data('ledger.ods'));
    const again = await service.api.compress({ name: 'a.ods', bytes: output });
    assert.ok(again.output.equals(output));
  });
});
