import { writeFile } from 'node:fs/promises';
import { ConversionError } from '../../api/conversionError.ts';
import type { Work, WorkResult } from '../../api/work.ts';
import { documentTargets, formatIn } from '../../documents/formats.ts';
import { documentOptions } from '../../documents/options.ts';
import { documentOf } from '../../documents/read.ts';
import { writeDocument } from '../../documents/write.ts';
import { withDocument } from '../withDocument.ts';
import { pageLines } from './lines.ts';
import { contentOf } from './nodes.ts';
import { paragraphsOf } from './paragraphs.ts';

/** Converts the words of a PDF into a document of headings and paragraphs, with its links. @throws ConversionError */
export async function reflowPdf(work: Work): Promise<WorkResult> {
  const to = formatIn(documentTargets, work.to);
  return withDocument(work, async (document) => {
    const pages = document.pages.map((page) => pageLines(document, page));
    if (pages.every((lines) => lines.length === 0)) {
      const detail = 'The PDF holds no text: its pages are pictures or blank.';
      throw new ConversionError('conversion.invalid_input', detail);
    }
    const tree = await documentOf(contentOf(pages.flatMap(paragraphsOf)));
    await writeFile(work.outputPath, await writeDocument(tree, to, documentOptions.parse(work.options)));
    return {};
  });
}
