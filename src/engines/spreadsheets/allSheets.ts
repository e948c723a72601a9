import type { WorkBook, WorkSheet } from '@e965/xlsx';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { methods } from '../lib/zip/directory.ts';
import { newEntry, ZipWriter } from '../lib/zip/writer.ts';
import { sheetOf } from './workbook.ts';

/** Characters that file names can't contain on some systems. */
const unsafe = /[\p{Cc}\p{Cf}"*/:<>?\\|]/gu;
const maxNameCharacters = 100;

/**
 * Writes each sheet of a workbook as a file in a ZIP, named after the sheet's number and name.
 * @param fileName the workbook's file name
 * @throws ConversionError
 */
export function zipOfSheets(
  workbook: WorkBook,
  fileName: string,
  extension: string,
  write: (sheet: WorkSheet) => Buffer | string,
): Buffer {
  const names = workbook.SheetNames;
  const digits = Math.max(2, String(names.length).length);
  const stem = path.parse(fileName).name;
  const writer = new ZipWriter();
  const pieces = names.flatMap((name, index) => {
    const number = String(index + 1).padStart(digits, '0');
    const safe = name.replaceAll(unsafe, '_').slice(0, maxNameCharacters).toWellFormed();
    const content = Buffer.from(write(sheetOf(workbook, index + 1)));
    const entry = newEntry(`${stem}-${number}-${safe}.${extension}`, content);
    return writer.add(entry, methods.deflated, deflateRawSync(content));
  });
  return Buffer.concat([...pieces, writer.end()]);
}
