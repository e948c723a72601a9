import { copyFile, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ApiCaller } from '../../test/support/service/apiCaller.ts';
import { inFolder } from '../../test/support/service/lentFiles.ts';
import { StandaloneService, withPrograms } from '../../test/support/service/standalone.ts';
import type { CorpusFile } from './collect.ts';
import { convertFile } from './convertFile.ts';
import { isFault, type CorpusResult } from './summary.ts';
import { trials } from './trials.ts';
import { type CorpusVerdict, verdictOf } from './verdict.ts';

interface CorpusOptions {
  /** True to let the service use the user's programs, too. */
  readonly programs: boolean;
  /** The duration after which a conversion counts as hanging. */
  readonly patienceMs: number;
  /** The run ends after this many disagreements, crashes, and hangs. */
  readonly maxFaults: number;
  /** Called with each file and its result. */
  readonly onDidConvert: (result: CorpusResult) => void;
}

const slots = os.availableParallelism();
/** The time for which the service keeps results. It can be short, because they are downloaded at once. */
const retentionSeconds = 60;
const endlessCredits = 1_000_000_000;

/**
 * Converts each file with a real local service, several in parallel. Compares the results with what other programs read
 * in the files, which are never changed.
 */
export async function runCorpus(
  files: readonly CorpusFile[],
  options: CorpusOptions,
): Promise<CorpusResult[]> {
  const service = await StandaloneService.start(
    [
      ['--pool', slots],
      ['--credits', endlessCredits],
      ['--retention-seconds', retentionSeconds],
    ]
      .flat()
      .map(String),
    options.programs ? withPrograms : {},
  );
  try {
    const results: CorpusResult[] = [];
    const pending = files.values();
    const work = async (): Promise<void> => {
      for (const file of pending) {
        if (results.filter(isFault).length >= options.maxFaults) return;
        const { path, format, kind } = file;
        const one = { path, format, kind, verdict: await verdictOn(service.api, file, options) };
        results.push(one);
        options.onDidConvert(one);
      }
    };
    await Promise.all(Array.from({ length: slots }, work));
    return results;
  } finally {
    await service.stop();
  }
}

async function verdictOn(
  api: ApiCaller,
  { file, format, kind, target }: CorpusFile,
  { patienceMs }: CorpusOptions,
): Promise<CorpusVerdict> {
  const upload = { name: path.basename(file), bytes: await readFile(file) };
  const outcome = await convertFile(api, upload, target, patienceMs);
  const made = outcome.is === 'converted' ? { format: target, output: outcome.output } : undefined;
  return inFolder(async (folder) => {
    // The copy has a plain name, and is in a folder where programs that write beside their sources do no harm.
    const copy = path.join(folder, `file.${format}`);
    await copyFile(file, copy);
    return verdictOf(outcome, await trials[kind](copy, format, made));
  });
}
