import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fault } from '../../contract/faults/fault.ts';
import { withoutTrailing } from '../../util/text.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineWork } from '../api/work.ts';
import { isProgramId, programs } from './programs.ts';

const maxReasonLength = 200;

/** The error for a program that rejected the file or wrote no output. `said` is the text that the program printed. */
export function refused(work: EngineWork, said: string): ConversionError {
  const [from, to] = [work.from.toUpperCase(), work.to.toUpperCase()];
  const reason = reasonIn(work, said);
  return new ConversionError(
    reason === ''
      ? fault('program.refused', nameOf(work), to, from)
      : fault('program.refusedBecause', nameOf(work), to, from, reason),
  );
}

/** The error for a program that crashed, or was ended by another process. */
export function crashed(work: EngineWork): ConversionError {
  return new ConversionError(fault('program.crashed', nameOf(work)));
}

/** The error for a program that was ended because it exceeded its time. */
export function tookTooLong(work: EngineWork): ConversionError {
  return new ConversionError(fault('program.time', nameOf(work)));
}

/**
 * The error for a program that was found earlier but can't be started, because it was removed or isn't built for this
 * computer.
 */
export function cantRun(work: EngineWork, cause: unknown): ConversionError {
  return new ConversionError(fault('program.unstarted', nameOf(work)), { cause });
}

function nameOf({ engine }: EngineWork): string {
  return isProgramId(engine) ? programs[engine].name : engine;
}

/** Returns the last line of the output that mentions an error, or else the last line, without paths. */
function reasonIn({ program = '', outputPath }: EngineWork, said: string): string {
  const lines = stripVTControlCharacters(said)
    .replaceAll(path.dirname(outputPath), '')
    .replaceAll(program, '')
    .split(/[\r\n]+/)
    .map((line) =>
      line
        .replace(/^\[[^\]]*\]\s*/, '')
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
  const reason =
    lines.findLast((line) => /error|invalid|unsupported|password|encrypt/i.test(line)) ?? lines.at(-1);
  return withoutTrailing(reason ?? '', /[.\s]/).slice(0, maxReasonLength);
}
