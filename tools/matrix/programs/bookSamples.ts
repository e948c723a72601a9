import path from 'node:path';
import { calibreOldBooks } from '../../../src/engines/programs/calibre/formats.ts';
import { document } from '../../../test/support/service/fixtures.ts';
import { printed, samplesFolder } from './scratch.ts';

const oldBook = (name: string, format: string): string => path.join(samplesFolder(), `${name}.${format}`);

/** A book of each format that Calibre reads, by the name of the document that they are made from. */
export function bookSamples(name: string): Readonly<Record<string, string>> {
  const formats = ['epub', 'mobi', 'azw3', 'docx', 'odt', 'rtf', 'html', 'md', 'fb2', 'tex', 'txt'];
  return Object.fromEntries([
    ...formats.map((format) => [format, document(`${name}.${format}`)]),
    ...calibreOldBooks.map((format) => [format, oldBook(name, format)]),
  ]);
}

/** Has Calibre write the books that are wanted in formats that are no longer made by anything else. */
export async function makeOldBooks(wanted: ReadonlySet<string>): Promise<void> {
  for (const name of ['voyage', 'harbour']) {
    for (const format of calibreOldBooks) {
      const book = oldBook(name, format);
      if (!wanted.has(book)) continue;
      // The letters of its time are too few for the sample.
      const encoding = format === 'pdb' ? ['--pdb-output-encoding=utf-8'] : [];
      await printed('ebook-convert', [document(`${name}.epub`), book, ...encoding]);
    }
  }
}
