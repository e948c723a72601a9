import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isProgramId, programs } from '../../programs/programs.ts';
import { ConversionError } from '../conversionError.ts';
import type { Work } from '../work.ts';
import { homeOf, type ProgramEnd } from './run.ts';

const maxReasonLength = 200;

/** Accepts what a program did only with an exit code of 0 and an output that holds something. @throws ConversionError */
export async function checkEnd(work: Work, { exitCode, said }: ProgramEnd, output: string): Promise<void> {
  const bytes = await stat(output).then(
    ({ size }) => size,
    () => 0,
  );
  if (exitCode === 0 && bytes > 0) return;
  throw refused(work, reasonIn(work, said));
}

/** The program did not take the file; `reason` is what it said, in a few words, if it said anything. */
export function refused({ engine, from, to }: Work, reason: string): ConversionError {
  const name = isProgramId(engine) ? programs[engine].name : engine;
  const words = reason === '' ? '' : `: ${reason}`;
  return new ConversionError(
    'conversion.invalid_input',
    `${name} can’t make ${to.toUpperCase()} of this ${from.toUpperCase()}${words}.`,
  );
}

/** The last line that names an error, or the last one at all, without the paths of this computer. */
function reasonIn(work: Work, said: string): string {
  const folder = path.dirname(work.outputPath);
  const lines = said
    .replaceAll(homeOf(work), '')
    .replaceAll(folder, '')
    .split(/[\r\n]+/)
    .map((line) => line.replace(/^\[[^\]]*\]\s*/, '').trim())
    .filter((line) => line !== '');
  const reason =
    lines.findLast((line) => /error|invalid|unsupported|password|encrypt/i.test(line)) ?? lines.at(-1);
  return (reason ?? '').replace(/[.\s]+$/, '').slice(0, maxReasonLength);
}
