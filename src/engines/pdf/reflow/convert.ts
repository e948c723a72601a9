import { writeFile } from 'node:fs/promises';
import type { Work, WorkResult } from '../../api/work.ts';
import { documentTargets, formatIn } from '../../documents/formats.ts';
import { documentOptions } from '../../documents/options.ts';
import { documentOf } from '../../documents/read.ts';
import { writeDocument } from '../../documents/write.ts';
import { withDocument } from '../withDocument.ts';
import { documentLines } from '../lines/documentLines.ts';
import { contentOf } from './nodes.ts';
import { paragraphsOf } from './paragraphs.ts';

/** Converts the words of a PDF into a document of headings and paragraphs, with its links. @throws ConversionError */
export async function reflowPdf(work: Work): Promise<WorkResult> {
  const to = formatIn(documentTargets, work.to);
  const { inputPath } = work;
  return withDocument(work, async (document, options) => {
    const lines = await documentLines(document, { inputPath, options });
    const tree = await documentOf(contentOf(lines.flatMap(paragraphsOf)));
    await writeFile(work.outputPath, await writeDocument(tree, to, documentOptions.parse(work.options)));
    return {};
  });
}
