import type { Work, WorkResult } from '../work.ts';
import { openDocument } from './document.ts';
import { pdfOptions } from './options.ts';
import { writePictures } from './pictures.ts';
import { writeText } from './text.ts';

/** Converts the pages that are asked for into pictures or text. */
export async function convertPdf(work: Work): Promise<WorkResult> {
  const options = pdfOptions.parse(work.options);
  const document = await openDocument(work.inputPath, options);
  try {
    if (work.to !== 'txt') return await writePictures(document, work, options);
    await writeText(document, work.outputPath);
    return {};
  } finally {
    document.dispose();
  }
}

/** Counts the pages that a conversion would take, and writes nothing. */
export async function countPages({ inputPath, options }: Work): Promise<WorkResult> {
  const document = await openDocument(inputPath, pdfOptions.parse(options));
  try {
    return { pages: document.pages.length };
  } finally {
    document.dispose();
  }
}
