import assert from 'node:assert/strict';
import { imageFormats, sources, targets } from '../../../src/engines/images/formats.ts';
import { image, photo, sample, samplesByFormat } from '../../../test/support/service/fixtures.ts';
import {
  decode,
  decodeOnce,
  inContrast,
  inspect,
  psnr,
  shrunk,
} from '../../../test/support/service/raster.ts';
import type { Check, Proofs } from '../proofs.ts';

/** The minimum similarity in decibels, by target. A GIF has only 256 colors for a photo. */
const minPsnrTo = { jpg: 34, webp: 34, avif: 34, gif: 26, png: 50, apng: 50, tiff: 50 } as const;
/**
 * The minimum similarity for some sources. Lossy encoders keep less of a GIF, because its dithering is noise. Two
 * renderers of an SVG differ along its edges.
 */
const minPsnrFrom: Readonly<Record<string, number>> = { gif: 31, svg: 30 };
/** AVIF and APNG files are inspected after avifdec and FFmpeg have turned them into PNG. */
const magickNames: Readonly<Record<string, string>> = { jpg: 'JPEG', apng: 'PNG', avif: 'PNG' };

const sameImage =
  (minPsnr: number): Check =>
  async ({ from, to, source, output }) => {
    assert.equal((await inspect(output, to)).format, magickNames[to] ?? to.toUpperCase());
    const likeness = psnr(await decode(source, from), await decode(output, to));
    const least = Math.min(minPsnr, minPsnrFrom[from] ?? Infinity);
    assert.ok(likeness >= least, `${likeness.toFixed(1)} dB, less than ${least}`);
  };

/**
 * The minimum similarity in decibels for formats that aren't stored pixel by pixel. Other formats only differ by their
 * decoders.
 */
const minPsnrOfLossy: Readonly<Record<string, number>> = {
  jpg: 30,
  webp: 30,
  avif: 30,
  jxl: 30,
  gif: 26,
  dds: 26,
};
const minPsnrOfPixels = 44;

/** Compares two images in the color depth of the target. */
const samePhoto: Check = async ({ from, to, source, output }) => {
  const keeps = imageFormats[to]?.write?.keeps ?? [];
  const [before, after] = [await decodeOnce(source, from), await decode(output, to)];
  const likeness = psnr(inContrast(before, keeps), inContrast(after, keeps));
  const least = Math.min(minPsnrOfLossy[to] ?? minPsnrOfPixels, minPsnrFrom[from] ?? Infinity);
  assert.ok(likeness >= least, `${likeness.toFixed(1)} dB, less than ${least}`);
};

/** The largest size of an icon shows the photo in the middle of a square. */
const sameIcon: Check = async ({ from, to, source, output }) => {
  const [before, icon] = [await decodeOnce(source, from), await decode(output, to)];
  assert.equal(icon.width, icon.height);
  const rows = Math.round((before.height / before.width) * icon.width);
  const start = Math.floor((icon.height - rows) / 2) * icon.width * 3;
  const middle = { ...icon, height: rows, rgb: icon.rgb.subarray(start, start + rows * icon.width * 3) };
  const likeness = psnr(shrunk(before, icon.width, rows), middle);
  assert.ok(likeness >= 20, `${likeness.toFixed(1)} dB, less than 20`);
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
      Object.entries(minPsnrTo).map(([format, minPsnr]) => [format, sameImage(minPsnr)]),
    ),
  },
  {
    engine: 'magick',
    kind: 'images',
    samples: {
      ...Object.fromEntries(sources.map((format) => [format, photo(format)])),
      svg: sample('balloons.svg'),
    },
    checks: {
      ...Object.fromEntries(targets.map((format) => [format, samePhoto])),
      ico: sameIcon,
      icns: sameIcon,
    },
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
      tiff: sample('scan.tiff'),
    },
    checks: {
      jpg: smallerImage,
      png: smallerImage,
      webp: smallerImage,
      avif: smallerImage,
      gif: smallerImage,
      tiff: smallerImage,
    },
  },
  {
    engine: 'svgCompression',
    kind: 'images',
    samples: { svg: sample('balloons.svg') },
    checks: { svg: smallerImage },
  },
];
