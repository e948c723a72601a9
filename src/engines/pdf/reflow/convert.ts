import { writeFile } from 'node:fs/promises';
import type { Work, WorkResult } from '../../api/work.ts';
import { documentTargets, formatIn } from '../../documents/formats.ts';
import { documentOptions } from '../../documents/options.ts';
import { documentOf } from '../../documents/read.ts';
import { writeDocument } from '../../documents/write.ts';
import { withDocument } from '../withDocument.ts';
import { documentLines } from '../lines/documentLines.ts';
import { anchoredContent, contentOf, withAnchors } from './nodes.ts';
import { paragraphsOf } from './paragraphs.ts';

/**
 * Converts the text of a PDF to a document of headings and paragraphs, with links.
 * @throws ConversionError
 */
export async function reflowPdf(work: Work): Promise<WorkResult> {
  const to = formatIn(documentTargets, work.to);
  const { inputPath } = work;
  return withDocument(work, async (document, options) => {
    const lines = await documentLines(document, { inputPath, options });
    const pages = lines.map(paragraphsOf);
    const content = options.pageAnchors ? anchoredContent(pages, document.pages) : contentOf(pages.flat());
    const tree = await documentOf(content);
    const written = await writeDocument(tree, to, documentOptions.parse(work.options));
    await writeFile(work.outputPath, typeof written === 'string' ? withAnchors(written) : written);
    return {};
  });
}
