import { readFile, writeFile } from 'node:fs/promises';
import { optimize, type PluginConfig } from 'svgo';
import { ConversionError } from '../api/conversionError.ts';
import { damaged } from '../api/faults.ts';
import type { Work } from '../api/work.ts';
import { imageError, openImage } from '../images/open.ts';
import { similarity } from '../images/similarity.ts';
import { svgCompressionOptions } from './rows.ts';

const maxBytes = 50 * 1024 * 1024;
const leastSimilarity = 0.995;

/** Makes an SVG smaller without a change to its drawing; where that fails the output is the source, byte for byte. */
export async function compressSvg({ options, inputPath, outputPath }: Work): Promise<void> {
  const { lossless = false } = svgCompressionOptions.parse(options);
  const source = await readFile(inputPath);
  if (source.length > maxBytes) {
    throw new ConversionError('conversion.limit_exceeded', 'The SVG is too large to be compressed.');
  }
  const before = await drawn(source);
  const smaller = shrink(source.toString(), lossless ? undrawn : redrawn);
  const isLike = async (): Promise<boolean> =>
    (await similarity(before, await drawn(smaller))) >= leastSimilarity;
  const good = smaller.length < source.length && (await isLike());
  await writeFile(outputPath, good ? smaller : source);
}

async function drawn(svg: Buffer): Promise<Buffer> {
  const { image } = await openImage(svg);
  try {
    return await image.png({ compressionLevel: 1 }).toBuffer();
  } catch (error) {
    throw imageError(error);
  }
}

/** What nobody sees, and no number or shape. */
const undrawn: PluginConfig[] = ['removeComments', 'removeMetadata', 'removeEditorsNSData', 'cleanupAttrs'];
const redrawn: PluginConfig[] = [
  {
    name: 'preset-default',
    // Identifiers and symbols that the file itself does not use may be used from outside (sprites, style sheets).
    params: {
      overrides: {
        cleanupIds: false,
        removeHiddenElems: false,
        // Points and millimetres stay: librsvg gives them another size than CSS, and so the drawing.
        cleanupNumericValues: { convertToPx: false },
      },
    },
  },
];

function shrink(svg: string, plugins: PluginConfig[]): Buffer {
  try {
    return Buffer.from(optimize(svg, { multipass: true, plugins }).data);
  } catch (error) {
    throw damaged('SVG', error);
  }
}
