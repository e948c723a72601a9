import { writeFile } from 'node:fs/promises';
import type { EngineWork } from '../api/work.ts';
import { documentOptions, type DocumentOptions, documentTargets, formatIn, slides } from './documents.ts';
import { documentFault } from './faults.ts';
import { readDocument } from './read.ts';
import { type Document, element } from './tree/document.ts';
import { writeDocument } from './write.ts';

/** Converts documents, presentations, and books to other document formats or text. @throws ConversionError */
export async function convertDocument(work: EngineWork): Promise<void> {
  const options = documentOptions.parse(work.options);
  const document = await readDocument(work, options);
  await writeFile(
    work.outputPath,
    await writeDocument(document, formatIn(documentTargets, work.to), options),
  );
}

/** Typesets a document or book as a PDF. @throws ConversionError */
export async function printDocument(work: EngineWork): Promise<void> {
  const options = documentOptions.parse(work.options);
  const document = await readDocument(work, options);
  if (slides.has(work.from)) separateSlides(document);
  await printTree(document, work.outputPath, options);
}

/** Begins a page with each slide, instead of drawing a line between them. */
function separateSlides({ root }: Document): void {
  root.children = root.children.map((node) =>
    node.type === 'element' && node.tagName === 'hr' ? element('hr', { className: ['page-break'] }) : node,
  );
}

/** Typesets a document that has been read. @throws ConversionError */
export async function printTree(
  document: Document,
  outputPath: string,
  options: DocumentOptions,
): Promise<void> {
  const { print } = await import('./print/print.ts');
  try {
    await print(document, outputPath, options);
  } catch (error) {
    // A `RangeError` means that the document is nested too deeply for pdfmake's recursion.
    throw error instanceof RangeError ? documentFault(error) : error;
  }
}
