import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { optimize, type PluginConfig } from 'svgo';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineWork } from '../api/work.ts';
import { imageError, openImage, svgMarkup } from '../images/open.ts';
import { similarityTo } from '../images/similarity.ts';
import { writeBestWithinSize } from '../lib/search.ts';
import { maxBytesOf, enforceSizeLimits } from '../lib/sizeLimits.ts';
import { colorDifferenceTo } from './blockColors.ts';
import { tidyDefinitions } from './definitions.ts';
import { isComparable } from './isComparable.ts';
import { svgCompressionOptions } from './svg.ts';

const maxBytes = 50 * 1024 * 1024;
/** How much a compressed drawing may differ from its source. */
interface Limits {
  readonly minSimilarity: number;
  /** The largest difference of a block's mean color, of 255 levels. */
  readonly maxColorDifference: number;
}
/** For drawings whose numbers keep their usual precision. */
const exact: Limits = { minSimilarity: 0.995, maxColorDifference: 8 };
const approximate: Limits = { minSimilarity: 0.97, maxColorDifference: 96 };

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
  const isLike = comparisonWith(await drawn(svg));
  const most = maxBytesOf(wanted);
  const text = svg.toString();
  const pluginSets =
    wanted.lossless || !isComparable(text)
      ? [undrawn]
      : most === Infinity
        ? [redrawn]
        : [redrawn, ...rounded];
  const write = async (index: number): Promise<void> => {
    const attempts = new Set([pluginSets[index] ?? redrawn, undrawn]);
    for (const plugins of attempts) {
      const smaller = shrink(text, plugins);
      const packed = smaller && svg !== source ? gzipSync(smaller, { level: 9 }) : smaller;
      if (!smaller || !packed || packed.length >= source.length) continue;
      if (!(await isLike(smaller, index === 0 ? exact : approximate))) continue;
      return writeFile(outputPath, packed);
    }
    await writeFile(outputPath, source);
  };
  await writeBestWithinSize(outputPath, pluginSets.length, write, most);
  await enforceSizeLimits(work, wanted);
}

function comparisonWith(before: Buffer): (smaller: Buffer, limits: Limits) => Promise<boolean> {
  const [colorDifference, similarity] = [colorDifferenceTo(before), similarityTo(before)];
  return async (smaller, limits) => {
    const after = await drawn(smaller);
    return (
      (await colorDifference(after)) <= limits.maxColorDifference &&
      (await similarity(after)) >= limits.minSimilarity
    );
  };
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

/** Returns `undefined` for the few valid drawings that SVGO can't read. */
function shrink(svg: string, plugins: Plugins): Buffer | undefined {
  try {
    return Buffer.from(optimize(svg, { multipass: true, plugins: plugins(svg) }).data);
  } catch {
    return undefined;
  }
}
