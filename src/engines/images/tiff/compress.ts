import { copyFile } from 'node:fs/promises';
import { fault } from '../../../contract/fault.ts';
import { ConversionError, damaged, isConversionError } from '../../api/conversionError.ts';
import type { EngineTask } from '../../api/task.ts';
import { type ByteSource, bytesOf, openBytes } from '../../lib/byteSource.ts';
import { writeBestWithinSize } from '../../lib/search.ts';
import { maxBytesOf } from '../../lib/compressionOptions.ts';
import { isWithin, scaled, sizeWithin, keepMetadataAndDepth } from '../picture.ts';
import { type ImageSize, openImage } from '../open.ts';
import type { ImageCompressionOptions } from '../options.ts';
import { scales } from '../encoders.ts';
import { type Directory, directoriesOf, formOf } from './directory.ts';
import { areMovable, movedPage, type TiffPage, metadataPage } from './page.ts';
import { TiffWriter } from './tiffWriter.ts';

const orientationTag = 274;

/**
 * Compresses a TIFF losslessly with all its pages and metadata. Scales it down only if a limit requires that. Copies
 * files that can't be rewritten. Returns whether the source has more pixels than the options allow.
 * @throws ConversionError
 */
export async function compressTiff(
  { inputPath, outputPath }: Pick<EngineTask, 'inputPath' | 'outputPath'>,
  options: ImageCompressionOptions,
): Promise<{ readonly isTooLarge: boolean }> {
  const source = openBytes(inputPath);
  try {
    return await new TiffCompression(source, inputPath, outputPath, options).run();
  } catch (error) {
    throw isConversionError(error) ? error : damaged('image', error);
  } finally {
    source.dispose();
  }
}

class TiffCompression {
  readonly #source: ByteSource;
  readonly #inputPath: string;
  readonly #outputPath: string;
  readonly #options: ImageCompressionOptions;
  readonly #directories: readonly Directory[];

  constructor(source: ByteSource, inputPath: string, outputPath: string, options: ImageCompressionOptions) {
    this.#source = source;
    this.#inputPath = inputPath;
    this.#outputPath = outputPath;
    this.#options = options;
    this.#directories = directoriesOf(source);
  }

  async run(): Promise<{ readonly isTooLarge: boolean }> {
    const sizes = this.#directories.map((directory) => sizeOf(directory));
    const isTooLarge = sizes.some((size) => !isWithin(size, this.#options));
    if (!this.#isMovable()) {
      if (isTooLarge || (this.#options.metadata ?? 'keep') !== 'keep') throw unmovable();
      await copyFile(this.#inputPath, this.#outputPath);
      return { isTooLarge };
    }
    const shares = [1, ...scales];
    const most = maxBytesOf(this.#options);
    const write = async (index: number) => this.#write(sizes, shares[index] ?? 1);
    await writeBestWithinSize(this.#outputPath, most === Infinity ? 1 : shares.length, write, most);
    return { isTooLarge };
  }

  #isMovable(): boolean {
    const last = this.#directories.at(-1);
    return last?.next === 0 && areMovable(this.#source, this.#directories);
  }

  async #write(sizes: readonly ImageSize[], share: number): Promise<void> {
    const wanted = sizes.map((size) => scaled(sizeWithin(size, this.#options), share));
    const isReencoded = wanted.some(({ width }, index) => width !== sizes[index]?.width);
    const { bigEndian, isBig } = formOf(this.#source);
    // All pages must have the same byte order, and re-encoded pages are little-endian.
    await using file = await TiffWriter.create(this.#outputPath, {
      bigEndian: bigEndian && !isReencoded,
      isBig,
    });
    for (const [index, directory] of this.#directories.entries()) {
      const size = wanted[index];
      const isMoved = size?.width === sizes[index]?.width && !(isReencoded && bigEndian);
      const how = { form: { bigEndian: bigEndian && !isReencoded, isBig }, policy: this.#options.metadata };
      await file.add(
        isMoved || size === undefined
          ? movedPage(this.#source, directory, how)
          : await this.#reencodedPage(index, size, metadataPage(this.#source, directory, how)),
      );
    }
  }

  /** Re-encodes a page in another size and keeps its metadata. */
  async #reencodedPage(page: number, size: ImageSize, original: TiffPage): Promise<TiffPage> {
    const { image, metadata } = await openImage(this.#inputPath, { page });
    const fitted = image.resize({ ...size, fit: 'fill' });
    const resized = keepMetadataAndDepth(fitted, metadata, { metadata: 'stripAll' });
    const tiff = bytesOf(await resized.tiff({ compression: 'deflate', predictor: 'horizontal' }).toBuffer());
    const [directory] = directoriesOf(tiff);
    if (directory === undefined) throw damaged('image');
    const pixels = movedPage(tiff, directory, { form: directory.form });
    const own = new Set(pixels.tags.map(({ tag }) => tag));
    return {
      ...pixels,
      tags: [...pixels.tags, ...original.tags.filter(({ tag }) => !own.has(tag))],
      children: original.children,
    };
  }
}

/** Returns the upright size. Orientations above 4 are rotated by 90 degrees (TIFF 6.0, section 8). */
function sizeOf(directory: Directory): ImageSize {
  const [width = 1, height = 1] = [directory.number(256), directory.number(257)];
  return (directory.number(orientationTag) ?? 1) > 4 ? { width: height, height: width } : { width, height };
}

function unmovable(): ConversionError {
  return new ConversionError(fault('tiff.unmovable'));
}
