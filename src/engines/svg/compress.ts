import { readFile, writeFile } from 'node:fs/promises';
import { optimize, type PluginConfig } from 'svgo';
import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { damaged } from '../api/faults.ts';
import type { Work } from '../api/work.ts';
import { imageError, openImage } from '../images/open.ts';
import { similarity } from '../images/similarity.ts';
import { writeWithin } from '../lib/compression/search.ts';
import { mostBytes, settleSize } from '../lib/compression/sizeLimits.ts';
import { isAlive } from './alive.ts';
import { tidyDefinitions } from './definitions.ts';
import { svgCompressionOptions } from './svg.ts';

const maxBytes = 50 * 1024 * 1024;
/** The least similarity of a drawing of which no number counts, and of one whose numbers were rounded for its size. */
const [leastSimilarity, leastRounded] = [0.995, 0.97];

/** Makes an SVG smaller without a change to its drawing; where that fails the output is the source, byte for byte. */
export async function compressSvg(work: Work): Promise<void> {
  const { inputPath, outputPath } = work;
  const wanted = svgCompressionOptions.parse(work.options);
  const source = await readFile(inputPath);
  if (source.length > maxBytes) {
    throw new ConversionError(fault('svg.size'));
  }
  const before = await drawn(source);
  const most = mostBytes(wanted);
  const text = source.toString();
  const ways =
    wanted.lossless || isAlive(text) ? [undrawn] : most === Infinity ? [redrawn] : [redrawn, ...rounded];
  const write = async (index: number): Promise<void> => {
    const smaller = shrink(text, ways[index] ?? redrawn);
    const good =
      smaller.length < source.length &&
      (await isLike(before, smaller, index === 0 ? leastSimilarity : leastRounded));
    await writeFile(outputPath, good ? smaller : source);
  };
  await writeWithin(outputPath, ways.length, write, most);
  await settleSize(work, wanted);
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

/** What nobody sees, and no number, shape or rule, as others may depend on them. */
const undrawn: Plugins = () => ['removeComments', 'removeMetadata', 'removeEditorsNSData', 'cleanupAttrs'];
const redrawnTo =
  (floatPrecision: number): Plugins =>
  (svg) => [
    tidyDefinitions(svg),
    {
      name: 'preset-default',
      // Identifiers and symbols that the file itself does not use may be used from outside (sprites, style sheets).
      params: {
        floatPrecision,
        overrides: {
          cleanupIds: false,
          removeHiddenElems: false,
          // Points and millimetres stay: librsvg gives them another size than CSS, and so the drawing.
          cleanupNumericValues: { convertToPx: false },
        },
      },
    },
  ];
/** As SVGO does by itself, with three digits behind the point; and with fewer, where the drawing is to be smaller than that. */
const redrawn = redrawnTo(3);
const rounded = [2, 1, 0].map(redrawnTo);

function shrink(svg: string, plugins: Plugins): Buffer {
  try {
    return Buffer.from(optimize(svg, { multipass: true, plugins: plugins(svg) }).data);
  } catch (error) {
    throw damaged('SVG', error);
  }
}
