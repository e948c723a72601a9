import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { ConversionError, isConversionError } from '../../api/conversionError.ts';
import { damaged, locked } from '../../api/faults.ts';
import type { Work, WorkResult } from '../../api/work.ts';
import { type PdfDocument } from '../document.ts';
import { withDocument } from '../withDocument.ts';
import { type DrawnSize, drawnSizes } from './drawnSizes.ts';
import { mergeDuplicates } from './duplicates.ts';
import { looksTheSame } from './likeness.ts';
import { dropUnused, readObjects, writeObjects } from './objects.ts';
import { pdfCompressionOptions, sufficientDensity } from './options.ts';
import { type RecompressionOptions, recompressPictures } from './recompress.ts';
import { deflateStreams } from './streams.ts';

const maxBytes = 512 * 1024 * 1024;
/** What print asks for. */
/** What PDFium says of a document that is not encrypted. */
const noProtection = -1;

/**
 * Makes a PDF smaller by its pictures, its packing, and what it holds twice or for nothing. The result is compared with
 * the source: where a page would read or look otherwise, its pictures stay, and at last the source itself.
 * @throws ConversionError
 */
export async function compressPdf(work: Work): Promise<void> {
  const { inputPath, outputPath } = work;
  const { lossless = false, density = sufficientDensity } = pdfCompressionOptions.parse(work.options);
  const { size } = await stat(inputPath);
  if (size > maxBytes)
    throw new ConversionError('conversion.limit_exceeded', 'The PDF is too large to be compressed.');
  await withUnlocked(work, async (document) => {
    const sizes = drawnSizes(document);
    for (const each of attempts(lossless, density)) {
      await writeFile(outputPath, await rewritten(inputPath, sizes, each));
      if ((await stat(outputPath)).size < size && (await isGood(document, outputPath, each.density)))
        return {};
    }
    await copyFile(inputPath, outputPath);
    return {};
  });
}

/** @throws ConversionError `conversion.invalid_input` for one that is encrypted, even where it opens without a password */
async function withUnlocked(work: Work, use: (document: PdfDocument) => Promise<WorkResult>): Promise<void> {
  const detail = 'The PDF is encrypted. A smaller one would have lost its protection, so it is left alone.';
  try {
    await withDocument({ ...work, options: {} }, async (document) => {
      const { pdfium, handle } = document;
      if (pdfium.FPDF_GetSecurityHandlerRevision(handle) !== noProtection) throw locked(false);
      return use(document);
    });
  } catch (error) {
    if (!isConversionError(error) || error.code !== 'conversion.password_needed') throw error;
    throw new ConversionError('conversion.invalid_input', detail, { cause: error });
  }
}

/** From what saves most to what harms least. */
function attempts(lossless: boolean, density: number): readonly RecompressionOptions[] {
  const harmless = { lossless: true, density: Infinity };
  if (lossless) return [harmless];
  return [{ lossless, density }, { lossless, density: Infinity }, harmless];
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

/** An output that can't even be opened is none. */
async function isGood(source: PdfDocument, path: string, density: number): Promise<boolean> {
  try {
    return await looksTheSame(source, path, density);
  } catch (error) {
    if (isConversionError(error)) return false;
    throw error;
  }
}
