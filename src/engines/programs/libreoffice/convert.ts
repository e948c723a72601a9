import path from 'node:path';
import { fault } from '../../../contract/faults/fault.ts';
import { ConversionError, isConversionError, locked } from '../../api/conversionError.ts';
import type { EngineWork } from '../../api/work.ts';
import { documentRow } from '../../documents/documents.ts';
import { walkMarkup } from '../../lib/markup.ts';
import { NestingLimit } from '../../lib/nestingLimit.ts';
import { SheetLimit } from '../../lib/sheetLimit.ts';
import { programFolder, runProgram } from '../run.ts';
import { filtersOf, layoutFormats } from './formats.ts';
import { isEncrypted } from './isEncrypted.ts';
import { writePlainTable } from './plainTable.ts';
import { makeProfile } from './profile.ts';

/** The maximum number of cells, including empty ones, for targets that show every cell, such as PDF and CSV. */
const maxCells = 100_000_000;
/**
 * The maximum numbers of repeated cells. LibreOffice needs ten seconds for a million, and printing them takes longer
 * than the time limit of a small file.
 */
const maxRepeats = 5_000_000;
const maxPrintedRepeats = 500_000;

/**
 * Converts a file with LibreOffice, which may read it only as its declared format. Otherwise, it may mistake a web page
 * for a document, or text for a table.
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
    // LibreOffice reports an encrypted file only as a file that it can't load.
    throw isConversionError(error) && isEncrypted(inputPath) ? encrypted(work, error) : error;
  }
}

/**
 * Limits the nesting and the number of cells.
 * @throws ConversionError for a file that would take LibreOffice hours, or too much memory
 */
function checkBounds({ from, to, inputPath }: EngineWork): void {
  walkMarkup(inputPath, from, [
    new NestingLimit(from),
    new SheetLimit({
      maxCells: layoutFormats.has(to) ? Infinity : maxCells,
      maxRepeats: to === 'pdf' ? maxPrintedRepeats : maxRepeats,
    }),
  ]);
}

/**
 * The error for an encrypted file. LibreOffice can't be given a password, but the document engine supports some of the
 * same conversions.
 */
function encrypted({ from, to }: EngineWork, cause: unknown): ConversionError {
  if (documentRow(from, to)?.options().safeParse({ password: 'any' }).success) return locked(false, cause);
  return new ConversionError(fault('document.locked'), { cause });
}
