import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import type { EngineTask, ProgressListener, EngineResult } from '../../api/task.ts';
import { minuteMs } from '../../../util/clock.ts';
import type { Recognizer } from '../../pdf/textLayer.ts';
import { askProgram, runProgram } from '../run.ts';

/** The name of Tesseract's data for page orientation, which is listed like a language. */
const orientation = 'osd';
/** The maximum number of languages that are used by default, because each one adds to the time for a page. */
const maxUnasked = 3;
/** The time limit for a page. Most take a few seconds. */
const maxPageMs = 2 * minuteMs;
const ownOptions = z.object({ languages: z.optional(z.string()) });

/**
 * Adds a text layer to scans so that their text can be searched. For targets other than PDF, the PDF engine then
 * converts this text.
 * @throws ConversionError
 */
export async function recognizeText(
  task: EngineTask,
  onProgress: ProgressListener,
): Promise<EngineResult | void> {
  const { from, to, outputPath } = task;
  const folder = path.dirname(outputPath);
  const scanPath = from === 'pdf' ? task.inputPath : path.join(folder, 'scan.pdf');
  if (from !== 'pdf') {
    const { convertToPdf } = await import('../../pdf/fromImages/convert.ts');
    await convertToPdf({ ...task, outputPath: scanPath, options: to === 'pdf' ? task.options : {} });
  }
  const textPath = to === 'pdf' ? outputPath : path.join(folder, 'text.pdf');
  const { addTextLayer, convertPdf } = await import('../../pdf/convert.ts');
  const settings = await settingsOf(task);
  const pages: EngineTask = { ...task, from: 'pdf', inputPath: scanPath, outputPath: textPath };
  const recognize: Recognizer = async ({ picture, density }) => {
    const [picturePath, base] = [path.join(folder, 'page.pgm'), path.join(folder, 'page')];
    await writeFile(picturePath, picture);
    const run = { ...task, inputPath: picturePath, outputPath: `${base}.pdf` };
    const args = [picturePath, base, '--dpi', String(density), ...settings];
    await runProgram({ work: run, args, limit: AbortSignal.timeout(maxPageMs) });
    return run.outputPath;
  };
  await addTextLayer(pages, recognize, onProgress);
  if (to === 'pdf') return;
  const read: EngineTask = { ...pages, inputPath: textPath, outputPath };
  if (to === 'txt') return convertPdf(read);
  const { reflowPdf } = await import('../../pdf/structure/convert.ts');
  return reflowPdf(read);
}

/** Returns Tesseract's arguments for the languages. @throws ConversionError if a requested language isn't installed */
async function settingsOf(task: EngineTask): Promise<string[]> {
  const said = await askProgram({ work: task, args: ['--list-langs'] });
  const installed = said.split(/\s+/).filter((name) => /^[\w/]+$/.test(name));
  const { languages } = ownOptions.parse(task.options);
  const missing = languages?.split('+').find((name) => !installed.includes(name));
  if (missing !== undefined) throw new ConversionError(fault('scan.language', missing));
  return [
    ['-l', languages ?? usualLanguages(installed)],
    ['--psm', installed.includes(orientation) ? '1' : '3'],
    ['-c', 'tessedit_create_pdf=1', '-c', 'textonly_pdf=1'],
  ].flat();
}

function usualLanguages(installed: readonly string[]): string {
  const languages = installed.filter((name) => /^[a-z]{3}(?:_\w+)?$/.test(name) && name !== orientation);
  const isFew = languages.length > 0 && languages.length <= maxUnasked;
  return isFew ? languages.toSorted().join('+') : 'eng';
}
