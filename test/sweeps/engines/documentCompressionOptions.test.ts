import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { document, sample } from '../../support/service/fixtures.ts';
import { pdfFacts } from '../../support/service/pdfFacts.ts';
import { decode, decodeFile } from '../../support/service/raster.ts';
import { ssim } from '../../support/service/ssim.ts';
import { useService } from '../../support/service/services.ts';

describe('A compressed document with options', () => {
  const service = useService();

  const faultOf = async (file: string, options: object): Promise<string> => {
    const { json } = await service.api.submit('/compress', file, { options: JSON.stringify(options) });
    if (json?.id === undefined) return JSON.stringify(json);
    return JSON.stringify((await service.api.ended('compress', json.id))['error']);
  };

  for (const name of ['pictures.pdf', 'pictures.docx', 'pictures.epub']) {
    it(`fits ${name} into half the bytes that it has without a limit`, async () => {
      const unseen = (await service.api.compress(document(name))).output;
      const maxKilobytes = Math.floor(unseen.length / 2000);
      const { output } = await service.api.compress(document(name), { maxKilobytes });
      assert.ok(output.length <= maxKilobytes * 1000, `${output.length} of ${unseen.length} bytes`);
    });

    it(`has fewer bytes for ${name} at a lower quality`, async () => {
      const [bad, good] = await Promise.all(
        [20, 85].map(async (quality) => (await service.api.compress(document(name), { quality })).output),
      );
      assert.ok(bad && good && bad.length < good.length);
    });

    it(`reports how small ${name} got if it still exceeds the limit`, async () => {
      assert.match(await faultOf(document(name), { maxKilobytes: 1 }), /size_not_met.*reached is \d+ kB/);
    });

    it(`refuses a quality for ${name} that must be lossless`, async () => {
      assert.match(
        await faultOf(document(name), { lossless: true, quality: 50 }),
        /can’t be combined with lossless/,
      );
    });
  }

  it('keeps the pages, words, and links of a PDF that is much smaller', async () => {
    const source = await readFile(document('pictures.pdf'));
    const { output } = await service.api.compress(document('pictures.pdf'), { maxKilobytes: 40 });
    assert.ok(output.length <= 40_000);
    assert.deepEqual(await pdfFacts(output), await pdfFacts(source));
  });

  it('draws the same as an SVG in fewer bytes than without a limit', async () => {
    const source = sample('balloons.svg');
    const unseen = (await service.api.compress(source)).output;
    const maxKilobytes = Math.floor(unseen.length / 1000);
    const { output } = await service.api.compress(source, { maxKilobytes });
    assert.ok(output.length <= maxKilobytes * 1000 && output.length < unseen.length);
    assert.ok(ssim(await decodeFile(source, 'svg'), await decode(output, 'svg')) > 0.95);
    assert.match(await faultOf(source, { maxKilobytes: 1 }), /size_not_met/);
  });
});
