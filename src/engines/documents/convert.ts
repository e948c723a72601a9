import { writeFile } from 'node:fs/promises';
import type { EngineTask } from '../api/task.ts';
import { documentOptions, type DocumentOptions, documentTargets, formatIn, slides } from './documents.ts';
import { depthFault } from './faults.ts';
import { readDocument } from './read.ts';
import { type Document, element, isNamed } from './tree/document.ts';
import { writeDocument } from './write.ts';

/** Converts documents, presentations, and books to other document formats or text. @throws ConversionError */
export async function convertDocument(task: EngineTask): Promise<void> {
  const options = documentOptions.parse(task.options);
  const document = await readDocument(task, options);
  await writeFile(
    task.outputPath,
    await writeDocument(document, formatIn(documentTargets, task.to), options),
  );
}

/** Typesets a document or book as a PDF. @throws ConversionError */
export async function printDocument(task: EngineTask): Promise<void> {
  const options = documentOptions.parse(task.options);
  const document = await readDocument(task, options);
  if (slides.has(task.from)) separateSlides(document);
  await printTree(document, task.outputPath, options);
}

/** Begins a page with each slide, instead of drawing a line between them. */
function separateSlides({ root }: Document): void {
  root.children = root.children.map((node) =>
    isNamed(node, 'hr') ? element('hr', { className: ['page-break'] }) : node,
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
    throw depthFault(error);
  }
}
