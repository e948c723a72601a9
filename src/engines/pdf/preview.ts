import sharp from 'sharp';
import type { EngineWork, WorkResult } from '../api/work.ts';
import { previewSize, writePreview } from '../images/previewPicture.ts';
import { pointsPerInch } from '../lib/paper.ts';
import { drawPage } from './drawPage.ts';
import { defaultDensity } from './options.ts';
import { pageSize } from './render.ts';
import { withDocument } from './withDocument.ts';

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
