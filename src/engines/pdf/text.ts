import { writeFile } from 'node:fs/promises';
import type { EngineWork, WorkResult } from '../api/work.ts';
import type { PdfDocument } from './document.ts';
import { documentPages } from './textExtraction/documentPages.ts';
import { type Line, pageLines } from './textExtraction/lines.ts';
import { textOf } from './textExtraction/runs.ts';
import type { PdfOptions } from './options.ts';

const pageBreak = '\f';

/**
 * Writes the text of the selected pages in reading order, in UTF-8, with a form feed between pages.
 * @throws ConversionError
 */
export async function writeText(
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
