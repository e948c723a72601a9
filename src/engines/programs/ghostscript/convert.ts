import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../../contract/faults/fault.ts';
import { own } from '../../../util/own.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { EngineWork, WorkResult } from '../../api/work.ts';
import { runProgram } from '../run.ts';
import { devices } from './formats.ts';

/** The first characters of a PostScript file that follows the conventions. */
const conforming = '%!PS-Adobe-';

/** Keeps pictures in a PDF lossless, except JPEGs, and at their resolution. */
const exactPictures = [
  ...['Color', 'Gray'].flatMap((kind) => [
    `-dAutoFilter${kind}Images=false`,
    `-d${kind}ImageFilter=/FlateEncode`,
  ]),
  ...['Color', 'Gray', 'Mono'].map((kind) => `-dDownsample${kind}Images=false`),
];

/**
 * Makes a PDF or PostScript with Ghostscript, which can't access other files. Our own engine makes pictures of such a
 * PDF.
 * @throws ConversionError
 */
export async function convertWithGhostscript(work: EngineWork): Promise<WorkResult | void> {
  if (own(devices, work.to) !== undefined) return runGhostscript(work);
  const pdfPath = path.join(path.dirname(work.outputPath), 'pages.pdf');
  await runGhostscript({ ...work, to: 'pdf', outputPath: pdfPath });
  const { convertPdf } = await import('../../pdf/convert.ts');
  return convertPdf({ ...work, from: 'pdf', inputPath: pdfPath });
}

async function runGhostscript(work: EngineWork): Promise<void> {
  const { from, to, inputPath, outputPath } = work;
  if (from !== 'pdf') await checkWhole(inputPath);
  const args = [
    ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-q', `-sDEVICE=${own(devices, to)}`],
    to === 'pdf' ? exactPictures : [],
    from === 'eps' ? ['-dEPSCrop'] : [],
    to === 'eps' ? ['-dFirstPage=1', '-dLastPage=1'] : [],
    // A percent sign would number the pages.
    [`-sOutputFile=${outputPath.replaceAll('%', '%%')}`, '-f', inputPath],
  ].flat();
  await runProgram({ work, args });
}

/**
 * Ghostscript accepts truncated files. A file that follows the conventions marks its end (Adobe, PostScript Language
 * Document Structuring Conventions, 5.1).
 * @throws ConversionError
 */
async function checkWhole(file: string): Promise<void> {
  const text = await readFile(file, 'latin1');
  if (!text.startsWith(conforming) || /[\r\n]%%(?:EOF|Trailer)/.test(text)) return;
  throw new ConversionError(fault('postScript.cutOff'));
}
