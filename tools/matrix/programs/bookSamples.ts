import path from 'node:path';
import { calibreOldBooks } from '../../../src/engines/programs/calibre/formats.ts';
import { document } from '../../../test/support/service/fixtures.ts';
import { printed, samplesFolder } from './scratch.ts';

const oldBook = (name: string, format: string): string => path.join(samplesFolder(), `${name}.${format}`);

/** A book in each format that Calibre reads, by the name of its original document. */
export function bookSamples(name: string): Readonly<Record<string, string>> {
  const formats = ['epub', 'mobi', 'azw3', 'docx', 'odt', 'rtf', 'html', 'md', 'fb2', 'tex', 'txt'];
  return Object.fromEntries([
    ...formats.map((format) => [format, document(`${name}.${format}`)]),
    ...calibreOldBooks.map((format) => [format, oldBook(name, format)]),
  ]);
}

/** Lets Calibre write the wanted books in formats that no other program writes anymore. */
export async function makeOldBooks(wanted: ReadonlySet<string>): Promise<void> {
  for (const name of ['voyage', 'harbour']) {
    for (const format of calibreOldBooks) {
      const book = oldBook(name, format);
      if (!wanted.has(book)) continue;
      // The format's default character set lacks letters of the sample.
      const encoding = format === 'pdb' ? ['--pdb-output-encoding=utf-8'] : [];
      await printed('ebook-convert', [document(`${name}.epub`), book, ...encoding]);
    }
  }
}
