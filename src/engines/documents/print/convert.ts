import type { Work } from '../../api/work.ts';
import { documentFault } from '../faults.ts';
import { documentOptions } from '../options.ts';
import { readDocument } from '../read.ts';

/** Typesets documents and books on the pages of a PDF. @throws ConversionError */
export async function printDocument(work: Work): Promise<void> {
  const options = documentOptions.parse(work.options);
  const tree = await readDocument(work, options);
  const { print } = await import('./print.ts');
  try {
    await print(tree, work.outputPath, options);
  } catch (error) {
    // The tree is too deep for the library's recursion.
    throw error instanceof RangeError ? documentFault(error) : error;
  }
}
