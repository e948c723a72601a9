import assert from 'node:assert/strict';
import { imageConversions } from '../../src/localService/converters/image/rows.ts';
import { samplesByFormat } from '../support/service/fixtures.ts';
import { decode, decodeFile, inspect, psnr } from '../support/service/raster.ts';
import { StandaloneService } from '../support/service/standalone.ts';

/** Decibels that a conversion keeps at least, by target; a gif has 256 colours for a photograph. */
const leastPsnrTo: Readonly<Record<string, number>> = {
  jpg: 34,
  webp: 34,
  avif: 34,
  gif: 26,
  png: 50,
  tiff: 50,
};
/** A dithered gif is noise, which lossy encoders keep less of; two renderers of an SVG differ along its edges. */
const leastPsnrFrom: Readonly<Record<string, number>> = { gif: 31, svg: 30 };
/** AVIF is inspected after avifdec has turned it into PNG. */
const magickNames: Readonly<Record<string, string>> = { jpg: 'JPEG', avif: 'PNG' };

describe('Every conversion of images', function () {
  this.timeout(60_000);
  let service: StandaloneService;

  before(async () => {
    service = await StandaloneService.start();
  });
  after(() => service.stop());

  it('comes from a format that has a sample', () => {
    const untested = imageConversions.filter(({ from }) => samplesByFormat[from] === undefined);
    assert.deepEqual(untested, []);
    assert.equal(imageConversions.length, 36);
  });

  for (const { from, to } of imageConversions) {
    it(`turns ${from} into ${to} that another decoder sees alike`, async () => {
      const source = samplesByFormat[from] ?? '';
      const { output } = await service.api.convert(source, to);
      const facts = await inspect(output, to);
      assert.equal(facts.format, magickNames[to] ?? to.toUpperCase());
      const likeness = psnr(await decodeFile(source, from), await decode(output, to));
      const least = Math.min(leastPsnrTo[to] ?? 0, leastPsnrFrom[from] ?? Infinity);
      assert.ok(likeness >= least, `${likeness.toFixed(1)} dB`);
    });
  }
});
