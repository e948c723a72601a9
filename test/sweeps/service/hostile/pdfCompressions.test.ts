import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { document } from '../../../support/service/fixtures.ts';
import { invalid, tooMuch } from '../../../support/service/jobFaults.ts';
import { pageOf, pdfOf } from '../../../support/service/pdfBuilder.ts';
import { protectedPdf } from '../../../support/service/pdfFacts.ts';
import { useService } from '../../../support/service/services.ts';

const damaged = invalid('The PDF is damaged and can’t be read.');
const picture =
  '/Type /XObject /Subtype /Image /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode';
const zeros = (megabytes: number): Buffer => deflateSync(Buffer.alloc(megabytes * 1024 ** 2));

const leftAlone = invalid('The PDF is encrypted, and compressing it would remove its protection.');

describe('A PDF that can’t be compressed', () => {
  const service = useService();

  async function ending(bytes: Uint8Array): Promise<unknown> {
    const { json } = await service.api.submit('/compress', { name: 'a.pdf', bytes });
    const job = await service.api.ended('compress', json?.id);
    return job.status === 'Failed' ? job.error : job.status;
  }

  it('is reported as encrypted if it is', async () => {
    assert.deepEqual(await ending(await readFile(document('encrypted.pdf'))), leftAlone);
  });

  it('is left alone if it doesn’t allow changes', async () => {
    const source = await readFile(document('text.pdf'));
    for (const objectStreams of ['disable', 'generate'] as const) {
      assert.deepEqual(await ending(await protectedPdf(source, objectStreams)), leftAlone);
    }
  });

  it('is reported as damaged if it is truncated or not a PDF', async () => {
    const whole = await readFile(document('pictures.pdf'));
    for (const bytes of [Buffer.alloc(0), Buffer.from('no PDF'), whole.subarray(0, 400)]) {
      assert.deepEqual(await ending(bytes), damaged);
    }
  });

  it('is refused if its streams expand endlessly', async () => {
    const more = tooMuch('The PDF has a stream larger than 256 MB.');
    const unfolding = pageOf('', {
      extra: [{ dictionary: '/Filter /FlateDecode', stream: zeros(257) }],
      page: '/PieceInfo 5 0 R',
    });
    assert.deepEqual(await ending(unfolding), more);
    const objects = { dictionary: '/Type /ObjStm /N 9 /First 9 /Filter /FlateDecode', stream: zeros(65) };
    const detail = 'The PDF has an object stream larger than 64 MB.';
    assert.deepEqual(await ending(pageOf('', { extra: [objects] })), tooMuch(detail));
  });

  it('keeps a picture that claims missing or too many pixels', async () => {
    for (const size of ['/Width 600 /Height 400', '/Width 60000 /Height 60000']) {
      const bytes = pageOf('q 99 0 0 99 0 0 cm /a Do Q'.repeat(99), {
        page: '/Resources << /XObject << /a 5 0 R >> >>',
        extra: [{ dictionary: `${picture} ${size}`, stream: deflateSync(Buffer.alloc(999)) }],
      });
      assert.equal(await ending(bytes), 'Succeeded');
    }
  });

  it('doesn’t block the next job if it refers to itself or nests too deeply', async () => {
    const loop = pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 9 /Kids [2 0 R] >>']);
    const deep = pageOf('', { page: `/A ${'['.repeat(100_000)}` });
    for (const bytes of [loop, deep]) assert.deepEqual(await ending(bytes), damaged);
    assert.equal(await ending(await readFile(document('text.pdf'))), 'Succeeded');
  });
});
