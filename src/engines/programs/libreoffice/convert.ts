import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../../contract/fault.ts';
import { ConversionError, isConversionError, locked } from '../../api/conversionError.ts';
import type { EngineTask } from '../../api/task.ts';
import { readCsv, writeCsv } from '../../data/tables.ts';
import { documentRow } from '../../documents/documents.ts';
import { type ByteSource, openBytes } from '../../lib/byteSource.ts';
import { hasStream, isCompoundFile } from '../../lib/compoundFile.ts';
import { walkMarkup } from '../../lib/markup.ts';
import { NestingLimit, SheetLimit } from '../../lib/markupLimits.ts';
import { readText } from '../../lib/readText.ts';
import { packedData, zipEntries, inflateEntry } from '../../lib/zip.ts';
import { programFolder, runProgram } from '../run.ts';
import { filtersOf, layoutFormats } from './libreoffice.ts';
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
export async function convertWithLibreOffice(task: EngineTask): Promise<void> {
  const { from, to, inputPath } = task;
  checkBounds(task);
  const folder = programFolder(task);
  const [reader, writer] = filtersOf(from, to);
  const table = path.join(folder, 'Sheet1.csv');
  const isTable = from === 'csv' || from === 'tsv';
  const source = isTable ? table : inputPath;
  const { args: profile, made } = await makeProfile(folder, source);
  const filter = isTable ? `${reader}:${await writePlainTable(task, table)}` : reader;
  const args = [
    profile,
    ['--headless', '--norestore', '--nolockcheck', '--nologo', '--nodefault'],
    [`--infilter=${filter}`, '--convert-to', `${to}:${writer}`],
    ['--outdir', made, source],
  ].flat();
  try {
    await runProgram({ work: task, args, leaves: path.join(made, `${path.parse(source).name}.${to}`) });
  } catch (error) {
    // LibreOffice reports an encrypted file only as a file that it can't load.
    throw isConversionError(error) && isEncrypted(inputPath) ? encrypted(task, error) : error;
  }
}

/**
 * Limits the nesting and the number of cells.
 * @throws ConversionError for a file that would take LibreOffice hours, or too much memory
 */
function checkBounds({ from, to, inputPath }: EngineTask): void {
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
function encrypted({ from, to }: EngineTask, cause: unknown): ConversionError {
  if (documentRow(from, to)?.options().safeParse({ password: 'any' }).success) return locked(false, cause);
  return new ConversionError(fault('document.locked'), { cause });
}

/** The streams in which new and old versions of Office store encrypted documents. */
const lockedStreams = ['EncryptedPackage', 'EncryptedSummary'];
const maxCompoundBytes = 64 * 1024 ** 2;
const odfManifest = 'META-INF/manifest.xml';
const maxManifestBytes = 16 * 1024 ** 2;

/** True if a document needs a password to be read. Doesn't recognize Word's and Excel's old formats. */
function isEncrypted(path: string): boolean {
  const file = openBytes(path);
  try {
    return isCompoundFile(file) ? hasStream(file, lockedStreams, maxCompoundBytes) : hasLockedParts(file);
  } catch {
    // The file is damaged, or is neither a compound file nor a ZIP.
    return false;
  } finally {
    file.dispose();
  }
}

function hasLockedParts(zip: ByteSource): boolean {
  const manifest = [...zipEntries(zip)].find(({ name }) => name.toString() === odfManifest);
  if (manifest === undefined) return false;
  return inflateEntry(manifest, packedData(zip, manifest), maxManifestBytes).includes('encryption-data');
}

const maxRows = 1_048_576;
/** The maximum number of columns, since LibreOffice is passed a type for each column. */
const maxColumns = 1024;

/**
 * Rewrites a text table as UTF-8 with commas, and returns the filter parameters that make LibreOffice show it
 * unchanged: every cell is text, so `007` isn't a number and `=1+1` isn't a formula.
 * @throws ConversionError
 */
async function writePlainTable({ from, inputPath }: EngineTask, file: string): Promise<string> {
  const text = await readText(inputPath, from);
  const table = readCsv(text, from === 'tsv' ? '\t' : undefined, false);
  const columns = table.rows.reduce((most, row) => Math.max(most, row.length), 1);
  if (table.rows.length > maxRows || columns > maxColumns) {
    throw new ConversionError(fault('table.size', maxRows, maxColumns));
  }
  await writeFile(file, writeCsv(table, ','));
  const texts = Array.from({ length: columns }, (_, column) => `${column + 1}/2`).join('/');
  // The values after the column types stand for language, quoted cells as text, special numbers, as shown, formulas,
  // spaces, sheet, and evaluating formulas.
  return `44,34,76,1,${texts},0,true,false,false,false,false,0,false`;
}
