import { writeFile } from 'node:fs/promises';
import type { EngineWork, WorkResult } from '../../api/work.ts';
import { documentTargets, formatIn } from '../../documents/formats.ts';
import { documentOptions } from '../../documents/options.ts';
import { documentOf } from '../../documents/read.ts';
import { writeDocument } from '../../documents/write.ts';
import { documentPages } from '../textExtraction/documentPages.ts';
import { withDocument } from '../withDocument.ts';
import { withoutRunningHeaders } from './runningHeaders.ts';
import { withFootnotes } from './footnotes.ts';
import { withHeadings } from './headings.ts';
import { anchorText, nodesOf, withAnchors } from './nodes.ts';
import { type StructuredPage, placedBlocks, readPage } from './page.ts';
import { joinedPages } from './joining.ts';
import { outlineOf } from './outline.ts';
import { picturesOf } from './pictures.ts';
import { taggedBlocks } from './taggedBlocks.ts';
import type { Block } from './blocks.ts';

/**
 * Converts a PDF to a document with headings, paragraphs, lists, tables, and links.
 * @throws ConversionError
 */
export async function reflowPdf(work: EngineWork): Promise<WorkResult> {
  const to = formatIn(documentTargets, work.to);
  const { inputPath } = work;
  return withDocument(work, async (document, options) => {
    const pages = await documentPages(document, { inputPath, options }, readPage);
    const anchors = options.pageAnchors ? document.pages.map(anchorText) : undefined;
    const joined = joinedPages(withFootnotes(withoutRunningHeaders(pages)).map(blocksOn), anchors);
    const blocks = withHeadings(joined, outlineOf(document));
    const targetOptions = documentOptions.parse(work.options);
    const hasPictures = targetOptions.pictures ?? true;
    const { attachments, names } = await picturesOf(document, hasPictures ? blocks : []);
    const tree = { ...(await documentOf(nodesOf(blocks, names))), attachments: [...attachments] };
    const written = await writeDocument(tree, to, targetOptions);
    const isMarked = anchors !== undefined && typeof written === 'string';
    await writeFile(work.outputPath, isMarked ? withAnchors(written) : written);
    return {};
  });
}

function blocksOn(page: StructuredPage): Block[] {
  return page.elements.length > 0 ? taggedBlocks(page) : placedBlocks(page);
}
