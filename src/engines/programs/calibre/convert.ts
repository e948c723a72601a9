import { copyFile, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../../contract/fault.ts';
import { ownValue } from '../../../util/ownValue.ts';
import { ConversionError, damaged } from '../../api/conversionError.ts';
import type { EngineTask } from '../../api/task.ts';
import { checkRecords, checkUnlocked } from '../../documents/books/palmRecords.ts';
import { openBytes } from '../../lib/byteSource.ts';
import { inflatedSize } from '../../lib/zip.ts';
import { runProgram } from '../run.ts';
import { documents, pageTargets } from './calibre.ts';

const quietly: Readonly<Record<string, readonly string[]>> = {
  // Without this option, Calibre would draw a cover for a book that has none.
  epub: ['--no-default-epub-cover'],
  // Writes a file that works on both the first Kindles and current ones.
  mobi: ['--mobi-file-type=both'],
};

/**
 * Converts a book with Calibre. For documents, the document engine converts to EPUB first, or from EPUB afterward.
 * @throws ConversionError
 */
export async function convertWithCalibre(task: EngineTask): Promise<void> {
  const folder = path.dirname(task.outputPath);
  // Calibre recognizes formats only by file extension.
  const format = pageTargets.has(task.to) ? 'epub' : task.to;
  const bookPath = path.join(folder, `book.${format}`);
  const args = [await sourceOf(task, folder), bookPath, ...(ownValue(quietly, format) ?? [])];
  await runProgram({ work: { ...task, outputPath: bookPath }, args });
  if (!pageTargets.has(task.to)) return rename(bookPath, task.outputPath);
  const { convertDocument, printDocument } = await import('../../documents/convert.ts');
  const book: EngineTask = { ...task, from: format, inputPath: bookPath };
  await (task.to === 'pdf' ? printDocument(book) : convertDocument(book));
}

/** Returns the path of Calibre's input: a copy of the file, or an EPUB book made from it. */
async function sourceOf(task: EngineTask, folder: string): Promise<string> {
  const isDocument = documents.has(task.from);
  const sourcePath = path.join(folder, `source.${isDocument ? 'epub' : task.from}`);
  if (isDocument) {
    const { convertDocument } = await import('../../documents/convert.ts');
    await convertDocument({ ...task, to: 'epub', outputPath: sourcePath });
  } else {
    await checkTruncation(task);
    await copyFile(task.inputPath, sourcePath);
  }
  return sourcePath;
}

const maxInflatedBytes = 500 * 1024 * 1024;

/**
 * Rejects truncated and oversized books, since Calibre accepts both.
 * @throws ConversionError
 */
async function checkTruncation({ from, inputPath }: EngineTask): Promise<void> {
  if (from === 'epub') return checkZip(inputPath);
  if (from !== 'mobi' && from !== 'azw3' && from !== 'pdb') return;
  const bytes = await readFile(inputPath);
  checkRecords(bytes);
  if (from !== 'pdb') checkUnlocked(bytes);
}

function checkZip(file: string): void {
  if (zipSize(file) <= maxInflatedBytes) return;
  throw new ConversionError(fault('book.size', maxInflatedBytes / 1024 ** 2));
}

function zipSize(file: string): number {
  const zip = openBytes(file);
  try {
    return inflatedSize(zip, maxInflatedBytes);
  } catch (error) {
    throw damaged('book', error);
  } finally {
    zip.dispose();
  }
}
