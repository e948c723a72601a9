import { writeFile } from 'node:fs/promises';
import type { Work, WorkResult } from '../api/work.ts';
import type { PdfDocument } from './document.ts';
import { documentLines } from './lines/documentLines.ts';
import type { Line } from './lines/lines.ts';
import { textOf } from './lines/runs.ts';
import type { PdfOptions } from './options.ts';

const pageBreak = '\f';

/** Writes the text of the pages in reading order as UTF-8, with a form feed between pages. @throws ConversionError */
export async function writeText(
  document: PdfDocument,
  { inputPath, outputPath }: Work,
  options: PdfOptions,
): Promise<WorkResult> {
  const lines = await documentLines(document, { inputPath, options });
  const pages = lines.map((lines) => lines.map((line) => `${plain(line)}\n`).join(''));
  await writeFile(outputPath, pages.join(pageBreak));
  return {};
}

function plain({ runs, isHyphenated }: Line): string {
  return textOf(runs) + (isHyphenated ? '-' : '');
}
