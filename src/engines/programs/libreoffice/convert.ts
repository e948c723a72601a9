import path from 'node:path';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError, isConversionError } from '../../api/conversionError.ts';
import { locked } from '../../api/faults.ts';
import type { Work } from '../../api/work.ts';
import { documentRow } from '../../documents/documents.ts';
import { walkMarkup } from '../../lib/bounds/markup.ts';
import { NestingLimit } from '../../lib/bounds/nestingLimit.ts';
import { SheetLimit } from '../../lib/bounds/sheetLimit.ts';
import { programFolder, runProgram } from '../run.ts';
import { filtersOf, laidOut } from './formats.ts';
import { isEncrypted } from './isEncrypted.ts';
import { writePlainTable } from './plainTable.ts';
import { makeProfile } from './profile.ts';

/** Where each has its place on a page or in a line, be it empty. */
const maxCells = 100_000_000;
/** It takes ten seconds for a million, and longer for pages than its time is for a small file. */
const maxRepeats = 5_000_000;
const maxPrintedRepeats = 500_000;

/**
 * Has LibreOffice read the file as what it is said to be, and as nothing else: left to guess, it takes a web page for
 * a document, or a text for a table.
 * @throws ConversionError
 */
export async function convertWithLibreOffice(work: Work): Promise<void> {
  const { from, to, inputPath } = work;
  checkBounds(work);
  const folder = programFolder(work);
  const [reader, writer] = filtersOf(from, to);
  const table = path.join(folder, 'Sheet1.csv');
  const isTable = from === 'csv' || from === 'tsv';
  const source = isTable ? table : inputPath;
  const { args: profile, made } = await makeProfile(folder, source);
  const filter = isTable ? `${reader}:${await writePlainTable(work, table)}` : reader;
  const args = [
    profile,
    ['--headless', '--norestore', '--nolockcheck', '--nologo', '--nodefault'],
    [`--infilter=${filter}`, '--convert-to', `${to}:${writer}`],
    ['--outdir', made, source],
  ].flat();
  try {
    await runProgram({ work, args, leaves: path.join(made, `${path.parse(source).name}.${to}`) });
  } catch (error) {
    // It says no more than that it could not load the file.
    throw isConversionError(error) && isEncrypted(inputPath) ? encrypted(work, error) : error;
  }
}

/** @throws ConversionError for what would take LibreOffice hours, or more memory than there is */
function checkBounds({ from, to, inputPath }: Work): void {
  walkMarkup(inputPath, from, [
    new NestingLimit(from),
    new SheetLimit({
      maxCells: laidOut.has(to) ? Infinity : maxCells,
      maxRepeats: to === 'pdf' ? maxPrintedRepeats : maxRepeats,
    }),
  ]);
}

/** LibreOffice can be told no password; our own engine can, where it does the pair, too. */
function encrypted({ from, to }: Work, cause: unknown): ConversionError {
  if (documentRow(from, to)?.options().safeParse({ password: 'any' }).success) return locked(false, cause);
  return new ConversionError(fault('document.locked'), { cause });
}
