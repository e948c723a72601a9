import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fault } from '../../../contract/fault.ts';
import { ownValue } from '../../../util/ownValue.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { EngineTask, EngineResult } from '../../api/task.ts';
import { runProgram } from '../run.ts';
import { devices } from './ghostscript.ts';

/** The first characters of a PostScript file that follows the Document Structuring Conventions. */
const conforming = '%!PS-Adobe-';

/** Keeps the resolution of pictures in a PDF, and keeps them lossless, except JPEGs. */
const exactPictures = [
  ...['Color', 'Gray'].flatMap((kind) => [
    `-dAutoFilter${kind}Images=false`,
    `-d${kind}ImageFilter=/FlateEncode`,
  ]),
  ...['Color', 'Gray', 'Mono'].map((kind) => `-dDownsample${kind}Images=false`),
];

/**
 * Creates a PDF or PostScript file with Ghostscript, which can't access other files. For picture targets, the PDF
 * engine renders the PDF's pages.
 * @throws ConversionError
 */
export async function convertWithGhostscript(task: EngineTask): Promise<EngineResult | void> {
  if (ownValue(devices, task.to) !== undefined) return runGhostscript(task);
  const pdfPath = path.join(path.dirname(task.outputPath), 'pages.pdf');
  await runGhostscript({ ...task, to: 'pdf', outputPath: pdfPath });
  const { convertPdf } = await import('../../pdf/convert.ts');
  return convertPdf({ ...task, from: 'pdf', inputPath: pdfPath });
}

async function runGhostscript(task: EngineTask): Promise<void> {
  const { from, to, inputPath, outputPath } = task;
  if (from !== 'pdf') await checkWhole(inputPath);
  const args = [
    ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-q', `-sDEVICE=${ownValue(devices, to)}`],
    to === 'pdf' ? exactPictures : [],
    from === 'eps' ? ['-dEPSCrop'] : [],
    to === 'eps' ? ['-dFirstPage=1', '-dLastPage=1'] : [],
    // Ghostscript replaces a percent sign with the page number unless it is doubled.
    [`-sOutputFile=${outputPath.replaceAll('%', '%%')}`, '-f', inputPath],
  ].flat();
  await runProgram({ work: task, args });
}

/**
 * Rejects truncated PostScript files, which Ghostscript accepts. Files that follow the conventions end with a mark
 * (Adobe, PostScript Language Document Structuring Conventions, 5.1).
 * @throws ConversionError
 */
async function checkWhole(file: string): Promise<void> {
  const text = await readFile(file, 'latin1');
  if (!text.startsWith(conforming) || /[\r\n]%%(?:EOF|Trailer)/.test(text)) return;
  throw new ConversionError(fault('postScript.cutOff'));
}
