import { writeFile } from 'node:fs/promises';
import { fault } from '../../contract/fault.ts';
import { ownValue } from '../../util/ownValue.ts';
import { ConversionError } from '../api/conversionError.ts';
import type { EngineTask } from '../api/task.ts';
import { readText } from '../lib/readText.ts';
import { readAss, writeAss } from './ass.ts';
import type { Cue } from './cues.ts';
import { readSrt, writeSrt } from './srt.ts';
import { subtitleOptions } from './subtitles.ts';
import { readVtt, writeVtt } from './vtt.ts';

const readers: Readonly<Record<string, (lines: readonly string[]) => Cue[]>> = {
  srt: readSrt,
  vtt: readVtt,
  ass: readAss,
};
const writers: Readonly<Record<string, (cues: readonly Cue[]) => string>> = {
  srt: writeSrt,
  vtt: writeVtt,
  ass: writeAss,
  txt: writePlainText,
};

/** Converts between subtitle formats, and to plain text. The cues are sorted by start time. */
export async function convertSubtitles({
  from,
  to,
  options,
  inputPath,
  outputPath,
}: EngineTask): Promise<void> {
  const { encoding } = subtitleOptions.parse(options);
  const [read, write] = [ownValue(readers, from), ownValue(writers, to)];
  if (read === undefined || write === undefined) throw new Error(`Unsupported conversion: ${from} to ${to}`);
  const text = await readText(inputPath, from, encoding);
  const cues = read(text.split(/\r\n|\r|\n/)).filter(({ runs }) => runs.length > 0);
  if (cues.length === 0 && text.trim() !== '') throw new ConversionError(fault('subtitles.none'));
  await writeFile(outputPath, write(cues.toSorted((one, other) => one.startMs - other.startMs)));
}

function writePlainText(cues: readonly Cue[]): string {
  return cues
    .map(({ speaker, runs }) => {
      const text = runs.map((run) => run.text).join('');
      return `${speaker === undefined ? '' : `${speaker}: `}${text}\n`;
    })
    .join('');
}
