import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { optimize, type PluginConfig } from 'svgo';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { damaged } from '../api/faults.ts';
import type { EngineWork } from '../api/work.ts';
import { imageError, openImage, svgMarkup } from '../images/open.ts';
import { similarity } from '../images/similarity.ts';
import { writeBestWithinSize } from '../lib/search.ts';
import { maxBytesOf, enforceSizeLimits } from '../lib/sizeLimits.ts';
import { isDynamic } from './isDynamic.ts';
import { tidyDefinitions } from './definitions.ts';
import { svgCompressionOptions } from './svg.ts';

const maxBytes = 50 * 1024 * 1024;
/** Minimum similarity of a drawing whose numbers keep their usual precision, and of one with rounded numbers. */
const [minSimilarity, minRounded] = [0.995, 0.97];

/**
 * Compresses an SVG without changing its appearance. If no smaller version is found, the output is an exact copy of the
 * source. A file in gzip format stays in gzip format.
 */
export async function compressSvg(work: EngineWork): Promise<void> {
  const { inputPath, outputPath } = work;
  const wanted = svgCompressionOptions.parse(work.options);
  const source = await readFile(inputPath);
  if (source.length > maxBytes) {
    throw new ConversionError(fault('svg.size'));
  }
  const svg = svgMarkup(source);
  const before = await drawn(svg);
  const most = maxBytesOf(wanted);
  const text = svg.toString();
  const pluginSets =
    wanted.lossless || isDynamic(text) ? [undrawn] : most === Infinity ? [redrawn] : [redrawn, ...rounded];
  const write = async (index: number): Promise<void> => {
    const smaller = shrink(text, pluginSets[index] ?? redrawn);
    const packed = svg === source ? smaller : gzipSync(smaller, { level: 9 });
    const good =
      packed.length < source.length &&
      (await isLike(before, smaller, index === 0 ? minSimilarity : minRounded));
    await writeFile(outputPath, good ? packed : source);
  };
  await writeBestWithinSize(outputPath, pluginSets.length, write, most);
  await enforceSizeLimits(work, wanted);
}

async function isLike(before: Buffer, smaller: Buffer, least: number): Promise<boolean> {
  return (await similarity(before, await drawn(smaller))) >= least;
}

async function drawn(svg: Buffer): Promise<Buffer> {
  const { image } = await openImage(svg);
  try {
    return await image.png({ compressionLevel: 1 }).toBuffer();
  } catch (error) {
    throw imageError(error);
  }
}

type Plugins = (svg: string) => PluginConfig[];

/**
 * Removes only invisible parts. Keeps numbers, shapes, and style rules, because scripts or animations may depend on
 * them.
 */
const undrawn: Plugins = () => ['removeComments', 'removeMetadata', 'removeEditorsNSData', 'cleanupAttrs'];
const redrawnTo =
  (floatPrecision: number): Plugins =>
  (svg) => [
    tidyDefinitions(svg),
    {
      name: 'preset-default',
      // IDs and symbols that the file itself doesn't use may be used from outside, by style sheets or pages with
      // sprites.
      params: {
        floatPrecision,
        overrides: {
          cleanupIds: false,
          removeHiddenElems: false,
          // Keep points and millimeters, because librsvg converts them to pixels differently from CSS.
          cleanupNumericValues: { convertToPx: false },
        },
      },
    },
  ];
/** SVGO's default precision of three digits. The `rounded` variants have fewer, for a maximum file size. */
const redrawn = redrawnTo(3);
const rounded = [2, 1, 0].map(redrawnTo);

function shrink(svg: string, plugins: Plugins): Buffer {
  try {
    return Buffer.from(optimize(svg, { multipass: true, plugins: plugins(svg) }).data);
  } catch (error) {
    throw damaged('SVG', error);
  }
}
