import type { Work, WorkResult } from '../api/work.ts';
import { writePictures } from './pictures.ts';
import { writeText } from './text.ts';
import { withDocument } from './withDocument.ts';

export { previewPage } from './preview.ts';

/** Converts the pages that are asked for into pictures or text. */
export async function convertPdf(work: Work): Promise<WorkResult> {
  return withDocument(work, async (document, options) =>
    work.to === 'txt' ? writeText(document, work, options) : writePictures(document, work, options),
  );
}

/** Counts the pages that a conversion would take, and writes nothing. */
export async function countPages(work: Work): Promise<WorkResult> {
  return withDocument(work, async ({ pages }) => ({ pages: pages.length }));
}
