import sharp from 'sharp';
import { writeFile } from 'node:fs/promises';
import type { EngineTask, EngineResult } from '../api/task.ts';
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
export async function convertPdf(task: EngineTask): Promise<EngineResult> {
  return task.to === 'txt'
    ? withDocument(task, async (document, options) => writeText(document, task, options), openVisible)
    : withDocument(task, async (document, options) => writePictures(document, task, options));
}

/** Counts the pages that a conversion would process, without writing anything. */
export async function countPages(task: EngineTask): Promise<EngineResult> {
  return withDocument(task, async ({ pages }) => ({ pages: pages.length }));
}

const pageBreak = '\f';

/**
 * Writes the text of the selected pages in reading order, in UTF-8, with a form feed between pages.
 * @throws ConversionError
 */
async function writeText(
  document: PdfDocument,
  { inputPath, outputPath }: EngineTask,
  options: PdfOptions,
): Promise<EngineResult> {
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
export async function previewPage(task: EngineTask): Promise<EngineResult> {
  return withDocument(task, async (document) => {
    const [page = 0] = document.pages;
    const points = pageSize(document, page);
    const usual = { width: points.width * usualZoom, height: points.height * usualZoom };
    const shown = previewSize(usual);
    const { width, height, data } = drawPage(document, page, (defaultDensity * shown.width) / usual.width);
    const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    await writePreview(image, task.outputPath);
    return { picture: { width, height, pages: document.pdfium.FPDF_GetPageCount(document.handle) } };
  });
}
