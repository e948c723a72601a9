import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { optimize, type PluginConfig } from 'svgo';
import sharp from 'sharp';
import { fault } from '../../contract/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineTask } from '../api/task.ts';
import { imageError, openImage, svgMarkup } from '../images/open.ts';
import { similarityTo } from '../images/similarity.ts';
import { writeBestWithinSize } from '../lib/search.ts';
import { maxBytesOf, enforceSizeLimits } from '../lib/compressionOptions.ts';
import { drawnFunctions } from '../images/svgTraits.ts';
import { tidyDefinitions } from './definitions.ts';
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
export async function compressSvg(task: EngineTask): Promise<void> {
  const { inputPath, outputPath } = task;
  const wanted = svgCompressionOptions.parse(task.options);
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
  await enforceSizeLimits(task, wanted);
}

function comparisonWith(before: Buffer): (smaller: Buffer, limits: Limits) => Promise<boolean> {
  const colorDifference = colorDifferenceTo(before);
  let similarity: ReturnType<typeof similarityTo> | undefined;
  return async (smaller, limits) => {
    const after = await drawn(smaller);
    if ((await colorDifference(after)) > limits.maxColorDifference) return false;
    similarity ??= similarityTo(before);
    return (await similarity(after)) >= limits.minSimilarity;
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
          // Attributes that SVG doesn’t define are those of screen readers, scripts, and pages, such as `role` and `lang`.
          removeUnknownsAndDefaults: { unknownAttrs: false },
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

const signs: readonly RegExp[] = [
  // Animations, scripts, event handlers, and elements with alternatives.
  /<(?:[\w-]+:)?(?:animate(?:Color|Motion|Transform)?|set|script|handler|foreignObject|switch)[\s/>]/i,
  /\s(?:on[a-z]+|systemLanguage|requiredExtensions)\s*=/i,
  // Style rules that are conditional, animated, or imported.
  /@(?:container|(?:-webkit-|-moz-|-o-)?keyframes|import|layer|media|page|position-try|property|scope|starting-style|supports|view-transition)\b/i,
  /<(?:[\w-]+:)?style[^<>]*\smedia\s*=/i,
  /:(?:active|any-link|checked|defined|dir|disabled|enabled|focus(?:-visible|-within)?|has|hover|lang|link|target(?:-within)?|visited)\b/i,
  /[\s;{"'](?:-webkit-)?(?:animation|transition|offset)(?:-[a-z]+)*\s*:/i,
  // Selectors, nested rules, and properties that librsvg doesn't support.
  /@namespace\b|::|:(?:is|where)\b|\{[^{}]*\{/i,
  /[\s;{"'](?:all|d|perspective|rotate|scale|transform-(?:box|origin|style)|translate)\s*:/i,
  // A function as the first argument of another one, which the pattern below misses.
  /\([a-z][\w-]*\(/i,
  /\stransform-origin\s*=|display\s*:\s*contents\b|translate[xy]?\([^()]*%/i,
];

const functionCall = /[:"'(,\s]([a-z][\w-]*)\(/gi;

/**
 * True if comparing pictures shows whether two versions of a drawing look the same. That isn't the case if it can
 * change because of an animation, hover, dark mode, another screen, or a script, or if it has styles that librsvg
 * doesn't draw.
 */
export function isComparable(svg: string): boolean {
  if (signs.some((sign) => sign.test(svg))) return false;
  return [...svg.matchAll(functionCall)].every(([, name = '']) => drawnFunctions.has(name.toLowerCase()));
}

/** Width and height of a block in pixels. */
const side = 8;
const channels = 4;

interface BlockColors {
  readonly columns: number;
  readonly means: Float64Array;
}

/**
 * Returns a function for comparing pictures with a reference, which is decoded only once. It returns the largest
 * difference between the mean colors of two blocks, from 0 to 255, or `Infinity` for pictures of different sizes. Unlike
 * the structural similarity, it finds a small shape that is missing or recolored.
 */
function colorDifferenceTo(reference: Buffer): (other: Buffer) => Promise<number> {
  let known: BlockColors | undefined;
  return async (other) => {
    known ??= await blockColors(reference);
    const { columns, means } = await blockColors(other);
    if (known.columns !== columns || known.means.length !== means.length) return Infinity;
    return known.means.reduce((most, mean, at) => Math.max(most, Math.abs(mean - (means[at] ?? 0))), 0);
  };
}

/** The mean red, green, blue, and alpha of each block. Transparent pixels count as black. */
async function blockColors(picture: Buffer): Promise<BlockColors> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const columns = Math.ceil(width / side);
  const means = new Float64Array(columns * Math.ceil(height / side) * channels);
  for (let y = 0, at = 0; y < height; y += 1) {
    const rows = Math.min(side, height - (y - (y % side)));
    for (let x = 0; x < width; x += 1, at += channels) {
      const block = (Math.floor(y / side) * columns + Math.floor(x / side)) * channels;
      const pixels = rows * Math.min(side, width - (x - (x % side)));
      const alpha = data[at + 3] ?? 0;
      for (let channel = 0; channel < channels - 1; channel += 1) {
        means[block + channel] =
          (means[block + channel] ?? 0) + ((data[at + channel] ?? 0) * alpha) / 255 / pixels;
      }
      means[block + 3] = (means[block + 3] ?? 0) + alpha / pixels;
    }
  }
  return { columns, means };
}
