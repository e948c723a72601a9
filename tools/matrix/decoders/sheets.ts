import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inFolder } from '../../../test/support/service/lentFiles.ts';

const exec = promisify(execFile);

const exporters = {
  values: ['--export-type=Gnumeric_stf:stf_assistant', '-O', 'format=raw'],
  // Otherwise, it exports the active sheet, which programs find in different ways.
  shown: ['--export-file-per-sheet', '--export-type=Gnumeric_stf:stf_csv'],
  formulas: ['--export-type=Gnumeric_XmlIO:sax:0'],
} as const;

/**
 * A workbook's content according to Gnumeric: as CSV, with the raw values of every sheet and dates as numbers of days;
 * the first sheet as displayed; or everything in its own format.
 */
export async function decodeWorkbook(
  content: Buffer,
  format: string,
  wanted: keyof typeof exporters,
): Promise<Buffer> {
  return inFolder(async (folder) => {
    const input = path.join(folder, `book.${format}`);
    const [output, first] = wanted === 'shown' ? ['%n.csv', '0.csv'] : ['sheets.csv', 'sheets.csv'];
    await writeFile(input, content);
    await exec('ssconvert', [...exporters[wanted], input, path.join(folder, output)]);
    return readFile(path.join(folder, first));
  });
}
