import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { parseEntitlements } from '../../../../src/contract/entitlements.ts';
import { Listener } from '../../../support/http/listener.ts';
import { document } from '../../../support/service/fixtures.ts';
import {
  invalid,
  passwordMissing,
  passwordWrong,
  programNeeded,
  tooMuch,
} from '../../../support/service/jobFaults.ts';
import { pageOf, pdfOf } from '../../../support/service/pdfBuilder.ts';
import { decode } from '../../../support/service/raster.ts';
import { useService } from '../../../support/service/services.ts';

const damaged = invalid('The PDF is damaged and can’t be read.');

describe('A hostile PDF', () => {
  const service = useService(['--plan', 'free']);

  const ending = (bytes: Uint8Array, to = 'png', options: object = {}): Promise<unknown> =>
    service.api.ending({ name: 'a.pdf', bytes }, to, options);
  const balance = async (): Promise<number | undefined> =>
    parseEntitlements((await service.api.call('/convert/entitlements/me')).json).balance;

  it('is refused without its password if it is encrypted, and costs nothing', async () => {
    const before = await balance();
    const encrypted = await readFile(document('encrypted.pdf'));
    assert.deepEqual(await ending(encrypted), passwordMissing);
    const wrong = await ending(encrypted, 'txt', { password: 'wrong' });
    assert.deepEqual(wrong, passwordWrong);
    assert.equal(await balance(), before);
  });

  it('is reported as damaged if it is', async () => {
    const text = await readFile(document('text.pdf'));
    assert.deepEqual(await ending(text.subarray(0, 400)), damaged);
    assert.deepEqual(await ending(Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj')), damaged);
    assert.deepEqual(await ending(Buffer.alloc(0)), damaged);
    const noise = Buffer.from(text);
    for (let at = 20; at < noise.length; at += 7) noise[at] = (at * 31) % 256;
    assert.deepEqual(await ending(noise), damaged);
  });

  it('is refused with the reason if it lacks the requested pages, or text', async () => {
    const text = await readFile(document('text.pdf'));
    assert.deepEqual(await ending(text, 'png', { pages: '9-' }), invalid('The PDF has no such pages: 9-.'));
    const noText = invalid('The PDF has no text: its pages are images or blank.');
    assert.deepEqual(await ending(await readFile(document('drawing.pdf')), 'md'), noText);
    const scan = programNeeded('These pages are scans without text. Recognizing it requires Tesseract.');
    assert.deepEqual(await ending(await readFile(document('scan.pdf')), 'txt'), scan);
  });

  it('fails at once if it has gigantic pages or too many pages', async () => {
    const gigantic = pageOf('', { sidePoints: 10_000_000 });
    assert.deepEqual(await ending(gigantic), tooMuch('Page 1 has too many pixels at 144 dpi.'));
    const kids = Array.from({ length: 2001 }, () => '3 0 R').join(' ');
    const pages = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count 2001 /Kids [${kids}] >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
    ]);
    assert.deepEqual(await ending(pages), tooMuch('More than 2000 pages aren’t supported.'));
  });

  it('doesn’t block the next job if it expands endlessly or refers to itself', async () => {
    const zeros = deflateSync(Buffer.alloc(50_000_000, ' '));
    const unfolding = pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
      { dictionary: '/Filter [/FlateDecode /FlateDecode]', stream: deflateSync(zeros) },
    ]);
    const resources = '/Resources << /XObject << /a 5 0 R >> >>';
    const form = `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources}`;
    const circular = pageOf('/a Do', {
      page: resources,
      extra: [{ dictionary: form, stream: Buffer.from('/a Do /a Do') }],
    });
    const loop = pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 9 /Kids [2 0 R] >>']);
    const deep = pageOf('['.repeat(1_000_000));
    for (const bytes of [unfolding, deep]) await ending(bytes);
    assert.notEqual(await ending(circular), 'Succeeded');
    assert.deepEqual(await ending(loop), damaged);
    assert.equal(await ending(await readFile(document('text.pdf')), 'txt'), 'Succeeded');
  });

  it('can’t connect, run a script, or read a local file', async () => {
    const listener = await Listener.start();
    try {
      const url = `${listener.url}/a`;
      const file = document('scan.pdf');
      const bytes = pageOf('q 200 0 0 200 0 0 cm /a Do Q', {
        catalogue: `/OpenAction << /S /JavaScript /JS (this.submitForm("${url}")) /Next << /S /URI /URI (${url}) >> >>`,
        page: '/Resources << /XObject << /a 5 0 R /b 6 0 R >> >>',
        extra: [
          {
            dictionary: `/Type /XObject /Subtype /Image /Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace /DeviceGray /F << /FS /URL /F (${url}) >>`,
            stream: Buffer.alloc(0),
          },
          {
            dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref << /F (${file}) /Page 0 >>`,
            stream: Buffer.alloc(0),
          },
        ],
      });
      const { output } = await service.api.convert({ name: 'a.pdf', bytes }, 'png');
      assert.deepEqual([...new Set((await decode(output, 'png')).rgb)], [255]);
      assert.deepEqual(listener.calls, []);
    } finally {
      listener.stop();
    }
  });
});
