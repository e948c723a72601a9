import { writeFile } from 'node:fs/promises';
import type { WorkResult } from '../api/work.ts';
import type { PdfDocument } from './document.ts';
import { documentLines } from './lines/documentLines.ts';
import type { Line } from './lines/lines.ts';
import { textOf } from './lines/runs.ts';

const pageBreak = '\f';

/** Writes the text of the pages in reading order as UTF-8, with a form feed between pages. @throws ConversionError */
export async function writeText(document: PdfDocument, outputPath: string): Promise<WorkResult> {
  const pages = documentLines(document).map((lines) => lines.map((line) => `${plain(line)}\n`).join(''));
  await writeFile(outputPath, pages.join(pageBreak));
  return {};
}

function plain({ runs, isHyphenated }: Line): string {
  return textOf(runs) + (isHyphenated ? '-' : '');
}
