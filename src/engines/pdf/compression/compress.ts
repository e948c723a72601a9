import sharp from 'sharp';
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { fault } from '../../../contract/fault.ts';
import { ConversionError, damaged, isConversionError, locked } from '../../api/conversionError.ts';
import type { EngineTask, EngineResult } from '../../api/task.ts';
import { similarity } from '../../images/similarity.ts';
import { writeBestWithinSize } from '../../lib/search.ts';
import { enforceSizeLimits, maxBytesOf } from '../../lib/compressionOptions.ts';
import { openDocument, type PdfDocument, withDocument, withPage, withText } from '../document.ts';
import { withMemory } from '../memory.ts';
import { defaultPictureDensity, pdfCompressionOptions, type PdfCompressionOptions } from '../pdf.ts';
import type { Pdfium } from '../pdfium.ts';
import { renderPage } from '../render.ts';
import { dropUnused, mergeDuplicates, readObjects, writeObjects } from './objects.ts';
import {
  type DrawnSize,
  drawnSizes,
  minSimilarities,
  type RecompressionOptions,
  recompressPictures,
} from './recompress.ts';
import { deflateStreams } from './streams.ts';

const maxBytes = 512 * 1024 * 1024;
/** PDFium's security handler revision for unencrypted documents. */
const noProtection = -1;

/**
 * Compresses a PDF: recompresses its pictures and streams, and removes duplicate and unused objects. If the text or the
 * appearance of a page differs afterwards, the original pictures are kept, and as a last resort the whole source is.
 * @throws ConversionError
 */
export async function compressPdf(task: EngineTask): Promise<void> {
  const { inputPath, outputPath } = task;
  const wanted = pdfCompressionOptions.parse(task.options);
  const { size } = await stat(inputPath);
  if (size > maxBytes) throw new ConversionError(fault('pdf.tooLarge'));
  await withUnlocked(task, async (document) => {
    const sizes = drawnSizes(document);
    const write = async (how: RecompressionOptions): Promise<void> =>
      writeFile(outputPath, await rewritten(inputPath, sizes, how));
    await writeUnseen(document, task, wanted, write);
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
  await enforceSizeLimits(task, wanted);
}

/**
 * Writes the first result that is smaller than the source and looks the same, or else a copy of the source. If a
 * quality is set, the result may look worse.
 */
async function writeUnseen(
  document: PdfDocument,
  { inputPath, outputPath }: EngineTask,
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
  task: EngineTask,
  use: (document: PdfDocument) => Promise<EngineResult>,
): Promise<void> {
  try {
    await withDocument({ ...task, options: {} }, async (document) => {
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

const maxDensity = 150;
/** Number of pages to draw, evenly spread over the document. The text is compared on all pages. */
const maxDrawnPages = 40;

/**
 * True if two files have the same number of pages and the same text, and look the same. Pages are drawn at half the
 * maximum resolution of pictures: scaling pictures down to that maximum isn't visible there, but other changes are.
 * @throws ConversionError
 */
async function isVisuallySimilar(
  source: PdfDocument,
  path: string,
  pictureDensity: number,
  minSimilarity: number,
): Promise<boolean> {
  const other = await openDocument(path, {});
  try {
    const { pages } = source;
    if (other.pages.length !== pages.length) return false;
    if (pages.some((page) => pageText(source, page) !== pageText(other, page))) return false;
    const density = Math.min(maxDensity, pictureDensity / 2);
    const step = Math.max(1, pages.length / maxDrawnPages);
    for (let at = 0; at < pages.length; at += step) {
      if ((await likeness(source, other, Math.floor(at), density)) < minSimilarity) return false;
    }
    return true;
  } finally {
    other.dispose();
  }
}

async function likeness(
  source: PdfDocument,
  other: PdfDocument,
  page: number,
  density: number,
): Promise<number> {
  const [before, after] = [renderPage(source, page, density), renderPage(other, page, density)];
  const { width, height } = before;
  if (width !== after.width || height !== after.height) return 0;
  if (Buffer.from(before.data.buffer).equals(after.data)) return 1;
  const [a, b] = [await opaque(before), await opaque(after)];
  return similarity(a, b, { raw: { width, height, channels: 3 } });
}

async function opaque({ width, height, data }: ReturnType<typeof renderPage>): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer();
}

const bytesPerUnit = 2;

/**
 * Returns a page's text in PDFium's order, which is good enough for comparisons.
 * @throws ConversionError
 */
function pageText(document: PdfDocument, index: number): string {
  return withPage(document, index, (page) =>
    withText(document, page, (text) => readText(document.pdfium, text)),
  );
}

function readText(pdfium: Pdfium, text: number): string {
  const count = Math.max(0, pdfium.FPDFText_CountChars(text));
  return withMemory(pdfium, (count + 1) * bytesPerUnit, (buffer) => {
    // PDFium's count includes the terminating null.
    const units = Math.max(1, pdfium.FPDFText_GetText(text, 0, count, buffer)) - 1;
    const { HEAPU8 } = pdfium.pdfium;
    return Buffer.from(HEAPU8.slice(buffer, buffer + units * bytesPerUnit)).toString('utf16le');
  });
}
