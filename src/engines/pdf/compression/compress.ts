import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError, damaged, isConversionError, locked } from '../../api/conversionError.ts';
import type { EngineWork, WorkResult } from '../../api/work.ts';
import { writeBestWithinSize } from '../../lib/search.ts';
import { enforceSizeLimits, maxBytesOf } from '../../lib/sizeLimits.ts';
import { type PdfDocument, withDocument } from '../document.ts';
import { type DrawnSize, drawnSizes, type RecompressionOptions, recompressPictures } from './recompress.ts';
import { dropUnused, mergeDuplicates, readObjects, writeObjects } from './objects.ts';
import { isVisuallySimilar, minSimilarities } from './visualSimilarity.ts';
import { defaultPictureDensity, pdfCompressionOptions, type PdfCompressionOptions } from '../pdf.ts';
import { deflateStreams } from './streams.ts';

const maxBytes = 512 * 1024 * 1024;
/** PDFium's security handler revision for unencrypted documents. */
const noProtection = -1;

/**
 * Compresses a PDF: recompresses its pictures and streams, and removes duplicate and unused objects. If the text or the
 * appearance of a page differs afterwards, the original pictures are kept, and as a last resort the whole source is.
 * @throws ConversionError
 */
export async function compressPdf(work: EngineWork): Promise<void> {
  const { inputPath, outputPath } = work;
  const wanted = pdfCompressionOptions.parse(work.options);
  const { size } = await stat(inputPath);
  if (size > maxBytes) throw new ConversionError(fault('pdf.tooLarge'));
  await withUnlocked(work, async (document) => {
    const sizes = drawnSizes(document);
    const write = async (how: RecompressionOptions): Promise<void> =>
      writeFile(outputPath, await rewritten(inputPath, sizes, how));
    await writeUnseen(document, work, wanted, write);
    const most = maxBytesOf(wanted);
    if ((await stat(outputPath)).size > most && !wanted.lossless) {
      const steps = harsherSteps(wanted);
      await writeBestWithinSize(
        outputPath,
        steps.length,
        async (index) => write(steps[index] ?? harmless),
        most,
      );
      if (!(await isGood(document, outputPath, minDensity, minSimilarities.harsh)))
        await copyFile(inputPath, outputPath);
    }
    return {};
  });
  await enforceSizeLimits(work, wanted);
}

/**
 * Writes the first result that is smaller than the source and looks the same, or else a copy of the source. If a
 * quality is set, the result may look worse.
 */
async function writeUnseen(
  document: PdfDocument,
  { inputPath, outputPath }: EngineWork,
  { lossless = false, density = defaultPictureDensity, quality }: PdfCompressionOptions,
  write: (how: RecompressionOptions) => Promise<void>,
): Promise<void> {
  const least = quality === undefined ? minSimilarities.unseen : minSimilarities.harsh;
  for (const each of attempts(lossless, density, quality)) {
    await write(each);
    const isSmaller = (await stat(outputPath)).size < (await stat(inputPath)).size;
    if (isSmaller && (await isGood(document, outputPath, each.density, least))) return;
  }
  await copyFile(inputPath, outputPath);
}

/**
 * @throws ConversionError `conversion.invalid_input` if the document is encrypted, even if it opens without a password
 */
async function withUnlocked(
  work: EngineWork,
  use: (document: PdfDocument) => Promise<WorkResult>,
): Promise<void> {
  try {
    await withDocument({ ...work, options: {} }, async (document) => {
      const { pdfium, handle } = document;
      if (pdfium.FPDF_GetSecurityHandlerRevision(handle) !== noProtection) throw locked(false);
      return use(document);
    });
  } catch (error) {
    if (!isConversionError(error) || error.code !== 'conversion.password_needed') throw error;
    throw new ConversionError(fault('pdf.encrypted'), { cause: error });
  }
}

const harmless: RecompressionOptions = { lossless: true, density: Infinity };

/** Returns settings to try, in order. The first one saves most, and the last one changes least. */
function attempts(
  lossless: boolean,
  density: number,
  quality: number | undefined,
): readonly RecompressionOptions[] {
  if (lossless) return [harmless];
  return [{ lossless, density, quality }, { lossless, density: Infinity, quality }, harmless];
}

/** Resolutions in pixels per inch, with JPEG qualities, to try if the result is too large without visible changes. */
const harsherPictures = [
  [200, 75],
  [150, 65],
  [120, 55],
  [96, 45],
  [72, 35],
  [48, 25],
] as const;
const minDensity = 48;

function harsherSteps({ density, quality }: PdfCompressionOptions): readonly RecompressionOptions[] {
  return harsherPictures.map(([dots, worse]) => ({
    lossless: false,
    density: Math.min(dots, density ?? dots),
    quality: Math.min(worse, quality ?? worse),
  }));
}

async function rewritten(
  inputPath: string,
  sizes: ReadonlyMap<string, DrawnSize>,
  wanted: RecompressionOptions,
): Promise<Uint8Array> {
  try {
    const context = await readObjects(await readFile(inputPath));
    dropUnused(context);
    await recompressPictures(context, sizes, wanted);
    deflateStreams(context);
    mergeDuplicates(context);
    return await writeObjects(context);
  } catch (error) {
    if (isConversionError(error)) throw error;
    throw damaged('PDF', error);
  }
}

/** True if the result looks like the source, false if it differs or can't be opened. */
async function isGood(source: PdfDocument, path: string, density: number, least: number): Promise<boolean> {
  try {
    return await isVisuallySimilar(source, path, density, least);
  } catch (error) {
    if (isConversionError(error)) return false;
    throw error;
  }
}
