import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { proveRows, type Verdict } from '../../../tools/matrix/matrix.ts';
import { representative } from '../../../tools/matrix/representative.ts';
import { rowName, rows } from '../../../tools/matrix/rows.ts';
import { universalRows } from '../../../tools/matrix/universal.ts';
import { itKeepsDrawingsIn } from '../../support/service/hostileDrawings.ts';
import { decode, psnr } from '../../support/service/raster.ts';
import { StandaloneService } from '../../support/service/standalone.ts';
import { makeUniversalPackage, type UniversalPackage } from '../../support/service/universalPackage.ts';

const provenRows = representative(universalRows);

describe('The universal package', () => {
  let home: UniversalPackage;
  let service: StandaloneService;
  let verdicts: readonly Verdict[] = [];

  before(async () => {
    home = await makeUniversalPackage();
    service = await StandaloneService.start([], undefined, home.scriptPath);
    verdicts = await proveRows(() => service.api, provenRows);
  });
  after(async () => {
    await service.stop();
    await home.dispose();
  });

  it('holds no native library', () => {
    const cwd = path.dirname(home.scriptPath);
    assert.deepEqual(globSync('**/*.{node,so,so.*,dll,dylib}', { cwd }), []);
    assert.deepEqual(globSync('node_modules/@img/sharp-*', { cwd }), ['node_modules/@img/sharp-wasm32']);
  });

  it('offers what every other does', async () => {
    const { json } = await service.api.call('/convert/conversions');
    assert.equal(
      JSON.stringify(json).match(/"from":/g)?.length,
      new Set(rows.filter(({ tool }) => tool === 'convert').map(({ from, to }) => `${from} ${to}`)).size,
    );
  });

  for (const row of provenRows) {
    it(`proves a row of images: ${rowName(row)}`, () => {
      const verdict = verdicts.find((each) => each.row === row);
      assert.ok(verdict && verdict.fault === undefined, verdict?.fault ?? 'not run');
    });
  }

  describe('given a drawing that is hostile', () => {
    itKeepsDrawingsIn(() => service);

    for (const [what, size, options] of [
      ['is gigantic', 'width="30000" height="30000"', {}],
      ['becomes gigantic where it is made wide', 'width="10" height="10000"', { width: 16_000 }],
    ] as const) {
      it(`refuses one that ${what}`, async () => {
        const bytes = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}/>`);
        const fields = { targetFormat: 'webp', options: JSON.stringify(options) };
        const { json } = await service.api.submit('/convert', { name: 'a.svg', bytes }, fields);
        const { error } = await service.api.ended('convert', json?.id);
        const detail = 'The image has too many pixels.';
        assert.deepEqual(error, { error: 'conversion.limit_exceeded', detail });
      });
    }
  });

  it('says so when an image does not fit into the memory of WebAssembly', async () => {
    const create = { width: 9_990, height: 9_990, channels: 3, background: '#a05010' } as const;
    const bytes = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer();
    const { json } = await service.api.submit(
      '/convert',
      { name: 'large.png', bytes },
      { targetFormat: 'avif' },
    );
    const { error } = await service.api.ended('convert', json?.id);
    const detail = 'The image has too many pixels.';
    assert.deepEqual(error, { error: 'conversion.limit_exceeded', detail });
  });

  describe('draws the text of an SVG', () => {
    const texts: Readonly<Record<string, string>> = {
      'in the family that it names': '<text font-family="DejaVu Serif" font-weight="bold">Written</text>',
      'in a family like the one that it names': '<text style="font-family:Arial">Written</text>',
      'in any family when it names none': '<text>Written</text>',
    };
    for (const [how, text] of Object.entries(texts)) {
      it(how, async () => {
        const bytes = svg(text.replace('<text', '<text x="10" y="60" font-size="40"'));
        const { output } = await service.api.convert({ name: 'a.svg', bytes }, 'png');
        const [drawn, blank] = [await decode(output, 'png'), await decode(svg(''), 'svg')];
        const [likeness, ofBlank] = [
          psnr(drawn, await decode(bytes, 'svg')),
          psnr(blank, await decode(bytes, 'svg')),
        ];
        assert.ok(likeness > ofBlank + 6, `${likeness.toFixed(1)} dB, ${ofBlank.toFixed(1)} without text`);
      });
    }

    it('letter by letter in another family where the one that it names lacks them', async () => {
      const pictures = ['&#x10D0;', '☃'].map(async (letter) => {
        const bytes = svg(`<text y="60" font-size="40" font-family="Liberation Mono">${letter}</text>`);
        return decode((await service.api.convert({ name: 'a.svg', bytes }, 'png')).output, 'png');
      });
      // A box would stand for either.
      const [georgian, snowman] = await Promise.all(pictures);
      assert.ok(georgian && snowman && psnr(georgian, snowman) < 40);
    });
  });
});

function svg(content: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="90"><rect width="240" height="90" fill="#fff"/>${content}</svg>`,
  );
}
