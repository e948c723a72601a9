import type { Work } from '../work.ts';
import { checkEnd, refused } from './faults.ts';
import { devices } from './ghostscriptFormats.ts';
import { runProgram } from './run.ts';
import { ghostscriptOptions } from './ghostscriptOptions.ts';

/** Has Ghostscript draw a document, in the mode in which its PostScript can open no other file. @throws ConversionError */
export async function convertWithGhostscript(work: Work): Promise<void> {
  const target = devices[work.to];
  if (target === undefined) throw refused(work, '');
  const { density = 150 } = ghostscriptOptions.parse(work.options);
  const args = [
    ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-dNOPROMPT', '-q', '-sstdout=%stderr', `-sDEVICE=${target.device}`],
    target.isPicture ? [`-r${density}`, '-dTextAlphaBits=4', '-dGraphicsAlphaBits=4'] : [],
    target.onePage ? ['-dFirstPage=1', '-dLastPage=1'] : [],
    work.from === 'eps' ? ['-dEPSCrop'] : [],
    // A percent sign begins the number of a page.
    [`-sOutputFile=${work.outputPath.replaceAll('%', '%%')}`, '-f', work.inputPath],
  ].flat();
  await checkEnd(work, await runProgram({ work, args }), work.outputPath);
}
