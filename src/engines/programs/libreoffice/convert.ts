import path from 'node:path';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError, isConversionError } from '../../api/conversionError.ts';
import { locked } from '../../api/faults.ts';
import type { EngineWork } from '../../api/work.ts';
import { documentRow } from '../../documents/documents.ts';
import { walkMarkup } from '../../lib/markup.ts';
import { NestingLimit } from '../../lib/nestingLimit.ts';
import { SheetLimit } from '../../lib/sheetLimit.ts';
import { programFolder, runProgram } from '../run.ts';
import { filtersOf, laidOut } from './formats.ts';
import { isEncrypted } from './isEncrypted.ts';
import { writePlainTable } from './plainTable.ts';
import { makeProfile } from './profile.ts';

/** Limit for cells laid out on a page or in a line, including empty ones. */
const maxCells = 100_000_000;
/** LibreOffice needs ten seconds for a million, and more for pages than a small file's time limit. */
const maxRepeats = 5_000_000;
const maxPrintedRepeats = 500_000;

/**
 * Lets LibreOffice read the file only as its declared format: when it guesses, it takes a web page for a document, or a
 * text for a table.
 * @throws ConversionError
 */
export async function convertWithLibreOffice(work: EngineWork): Promise<void> {
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
    // LibreOffice only says that it couldn't load the file.
    throw isConversionError(error) && isEncrypted(inputPath) ? encrypted(work, error) : error;
  }
}

/** @throws ConversionError for a file that would take LibreOffice hours, or too much memory */
function checkBounds({ from, to, inputPath }: EngineWork): void {
  walkMarkup(inputPath, from, [
    new NestingLimit(from),
    new SheetLimit({
      maxCells: laidOut.has(to) ? Infinity : maxCells,
      maxRepeats: to === 'pdf' ? maxPrintedRepeats : maxRepeats,
    }),
  ]);
}

/** LibreOffice can't be given a password; our own engine can, if it supports the pair, too. */
function encrypted({ from, to }: EngineWork, cause: unknown): ConversionError {
  if (documentRow(from, to)?.options().safeParse({ password: 'any' }).success) return locked(false, cause);
  return new ConversionError(fault('document.locked'), { cause });
}
