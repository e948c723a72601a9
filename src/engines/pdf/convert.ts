import sharp from 'sharp';
import { writeFile } from 'node:fs/promises';
import type { EngineWork, WorkResult } from '../api/work.ts';
import { previewSize, writePreview } from '../images/picture.ts';
import { pointsPerInch } from '../lib/paper.ts';
import { openVisible, type PdfDocument, withDocument } from './document.ts';
import { defaultDensity, type PdfOptions } from './options.ts';
import { writePictures } from './pictures.ts';
import { drawPage, pageSize } from './render.ts';
import { documentPages, pageLines } from './textExtraction/documentPages.ts';
import { type Line, textOf } from './textExtraction/lines.ts';

export { addTextLayer } from './textLayer.ts';

/** Converts the requested pages to pictures or text. */
export async function convertPdf(work: EngineWork): Promise<WorkResult> {
  return work.to === 'txt'
    ? withDocument(work, async (document, options) => writeText(document, work, options), openVisible)
    : withDocument(work, async (document, options) => writePictures(document, work, options));
}

/** Counts the pages that a conversion would process, without writing anything. */
export async function countPages(work: EngineWork): Promise<WorkResult> {
  return withDocument(work, async ({ pages }) => ({ pages: pages.length }));
}

const pageBreak = '\f';

/**
 * Writes the text of the selected pages in reading order, in UTF-8, with a form feed between pages.
 * @throws ConversionError
 */
async function writeText(
  document: PdfDocument,
  { inputPath, outputPath }: EngineWork,
  options: PdfOptions,
): Promise<WorkResult> {
  const pages = await documentPages(document, { inputPath, options }, (from, page) => ({
    lines: pageLines(from, page),
  }));
  const texts = pages.map(({ lines }) => lines.map((line) => `${plain(line)}\n`).join(''));
  await writeFile(outputPath, texts.join(pageBreak));
  return {};
}

function plain({ runs, isHyphenated }: Line): string {
  return textOf(runs) + (isHyphenated ? '-' : '');
}

const usualZoom = defaultDensity / pointsPerInch;

/**
 * Draws the first requested page, at the usual density or as large as a preview may be, and counts the document's
 * pages.
 * @throws ConversionError
 */
export async function previewPage(work: EngineWork): Promise<WorkResult> {
  return withDocument(work, async (document) => {
    const [page = 0] = document.pages;
    const points = pageSize(document, page);
    const usual = { width: points.width * usualZoom, height: points.height * usualZoom };
    const shown = previewSize(usual);
    const { width, height, data } = drawPage(document, page, (defaultDensity * shown.width) / usual.width);
    const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    await writePreview(image, work.outputPath);
    return { picture: { width, height, pages: document.pdfium.FPDF_GetPageCount(document.handle) } };
  });
}
