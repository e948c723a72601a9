import { writeFile } from 'node:fs/promises';
import type { EngineWork } from '../api/work.ts';
import { documentOptions, type DocumentOptions, documentTargets, formatIn } from './documents.ts';
import { documentFault } from './faults.ts';
import { type DocumentTree, readDocument } from './read.ts';
import { writeDocument } from './write.ts';

/** Converts documents, presentations, and books to other document formats or text. @throws ConversionError */
export async function convertDocument(work: EngineWork): Promise<void> {
  const options = documentOptions.parse(work.options);
  const tree = await readDocument(work, options);
  await writeFile(work.outputPath, await writeDocument(tree, formatIn(documentTargets, work.to), options));
}

/** Typesets a document or book as a PDF. @throws ConversionError */
export async function printDocument(work: EngineWork): Promise<void> {
  const options = documentOptions.parse(work.options);
  await printTree(await readDocument(work, options), work.outputPath, options);
}

/** Typesets a parsed document as a PDF. @throws ConversionError */
export async function printTree(
  tree: DocumentTree,
  outputPath: string,
  options: DocumentOptions,
): Promise<void> {
  const { print } = await import('./print/print.ts');
  try {
    await print(tree, outputPath, options);
  } catch (error) {
    // A `RangeError` means that the document is nested too deeply for pdfmake's recursion.
    throw error instanceof RangeError ? documentFault(error) : error;
  }
}
