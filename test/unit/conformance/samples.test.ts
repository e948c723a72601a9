import assert from 'node:assert/strict';
import sharp from 'sharp';
import { blankPdf } from '../../../src/conformance/samples/pdf.ts';
import { damagedPng, tinyPng } from '../../../src/conformance/samples/png.ts';
import { samples } from '../../../src/conformance/samples/samples.ts';
import { looksLike } from '../../../src/conformance/samples/signatures.ts';

describe('The samples of the conformance suite', () => {
  it('hold a PNG that another decoder reads', async () => {
    const { data, info } = await sharp(tinyPng(), { failOn: 'warning' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height, info.channels], [48, 48, 3]);
    assert.deepEqual([...data.subarray(3, 6)], [5, 0, 2]);
  });

  it('hold a damaged PNG whose header is sound and whose pixels can’t be decoded', async () => {
    const damaged = damagedPng();
    assert.equal((await sharp(damaged).metadata()).width, 48);
    await assert.rejects(sharp(damaged, { failOn: 'error' }).raw().toBuffer());
  });

  it('hold a PDF whose table finds every object, and the wanted pages', () => {
    const pdf = blankPdf(3).toString('latin1');
    const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    assert.equal(pdf.slice(start, start + 4), 'xref');
    const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    assert.equal(offsets.length, 5);
    offsets.forEach((offset, index) => assert.ok(pdf.startsWith(`${index + 1} 0 obj`, offset)));
    assert.equal(pdf.match(/\/Type \/Page /g)?.length, 3);
  });

  it('are files of the format that they claim', () => {
    assert.deepEqual(
      samples.filter(({ format, content }) => looksLike(format, content) === false),
      [],
    );
  });
});

const encoders = [
  ['jpeg', 'jpg'],
  ['png', 'png'],
  ['gif', 'gif'],
  ['webp', 'webp'],
  ['tiff', 'tiff'],
  ['avif', 'avif'],
] as const;

describe('looksLike', () => {
  it('tells encoded images apart', async () => {
    for (const [encoder, format] of encoders) {
      const bytes = await sharp(tinyPng()).toFormat(encoder).toBuffer();
      assert.equal(looksLike(format, bytes), true, format);
      assert.equal(looksLike(format === 'png' ? 'jpg' : 'png', bytes), false, format);
    }
  });

  it('does not judge formats that it does not know', () => {
    assert.equal(looksLike('docx', Buffer.from('PK')), undefined);
  });
});
