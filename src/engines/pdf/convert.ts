import type { EngineWork, WorkResult } from '../api/work.ts';
import { writePictures } from './pictures.ts';
import { writeText } from './text.ts';
import { withDocument } from './withDocument.ts';

export { previewPage } from './preview.ts';
export { addTextLayer } from './textLayer.ts';

/** Converts the requested pages to pictures or text. */
export async function convertPdf(work: EngineWork): Promise<WorkResult> {
  return withDocument(work, async (document, options) =>
    work.to === 'txt' ? writeText(document, work, options) : writePictures(document, work, options),
  );
}

/** Counts the pages that a conversion would process, without writing anything. */
export async function countPages(work: EngineWork): Promise<WorkResult> {
  return withDocument(work, async ({ pages }) => ({ pages: pages.length }));
}
