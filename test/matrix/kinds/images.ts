import assert from 'node:assert/strict';
import { image, sample, samplesByFormat } from '../../support/service/fixtures.ts';
import { decode, inspect, psnr } from '../../support/service/raster.ts';
import type { Check, Proofs } from '../proofs.ts';

/** Decibels that a conversion keeps at least, by target; a gif has 256 colours for a photograph. */
const leastPsnrTo = { jpg: 34, webp: 34, avif: 34, gif: 26, png: 50, tiff: 50 } as const;
/** A dithered gif is noise, which lossy encoders keep less of; two renderers of an SVG differ along its edges. */
const leastPsnrFrom: Readonly<Record<string, number>> = { gif: 31, svg: 30 };
/** AVIF is inspected after avifdec has turned it into PNG. */
const magickNames: Readonly<Record<string, string>> = { jpg: 'JPEG', avif: 'PNG' };

const sameImage =
  (leastPsnr: number): Check =>
  async ({ from, to, source, output }) => {
    assert.equal((await inspect(output, to)).format, magickNames[to] ?? to.toUpperCase());
    const likeness = psnr(await decode(source, from), await decode(output, to));
    const least = Math.min(leastPsnr, leastPsnrFrom[from] ?? Infinity);
    assert.ok(likeness >= least, `${likeness.toFixed(1)} dB, less than ${least}`);
  };

const smallerImage: Check = async ({ to, source, output }) => {
  assert.ok(output.length < source.length, `${source.length} → ${output.length} bytes`);
  const [before, after] = [await inspect(source, to), await inspect(output, to)];
  assert.deepEqual([after.format, after.frames], [before.format, before.frames]);
  const likeness = psnr(await decode(source, to), await decode(output, to));
  assert.ok(likeness >= 28, `${likeness.toFixed(1)} dB, less than 28`);
};

export const imageProofs: readonly Proofs[] = [
  {
    engine: 'image',
    kind: 'images',
    samples: samplesByFormat,
    checks: Object.fromEntries(
      Object.entries(leastPsnrTo).map(([format, leastPsnr]) => [format, sameImage(leastPsnr)]),
    ),
  },
  {
    engine: 'imageCompression',
    kind: 'images',
    samples: {
      jpg: sample('coffee.jpg'),
      png: sample('balloons.png'),
      webp: image('animated.webp'),
      avif: sample('astronaut.avif'),
      gif: image('unoptimised.gif'),
    },
    checks: {
      jpg: smallerImage,
      png: smallerImage,
      webp: smallerImage,
      avif: smallerImage,
      gif: smallerImage,
    },
  },
  {
    engine: 'svgCompression',
    kind: 'images',
    samples: { svg: sample('balloons.svg') },
    checks: { svg: smallerImage },
  },
];
