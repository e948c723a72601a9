import { copyFile, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inFolder } from '../../test/support/service/lentFiles.ts';
import { StandaloneService } from '../../test/support/service/standalone.ts';
import type { CorpusFile } from './collect.ts';
import { convertFile } from './convertFile.ts';
import { trials } from './trials.ts';
import { type CorpusResult, verdictOf } from './verdict.ts';

/** The duration after which a conversion counts as hanging. */
const patienceMs = 300_000;
const slots = os.availableParallelism();
/** Results are downloaded at once, so the service keeps them only for a minute. */
const settings = ['--pool', String(slots), '--credits', '1000000000', '--retention-seconds', '60'];

/**
 * Converts each file with a real local service, several in parallel. Compares the results with what other programs read
 * in the files, which are never changed. Calls `onDidConvert` with each result.
 */
export async function runCorpus(
  files: readonly CorpusFile[],
  onDidConvert: (result: CorpusResult) => void = () => {},
): Promise<CorpusResult[]> {
  const service = await StandaloneService.start(settings);
  const results: CorpusResult[] = [];
  const resultOf = async ({
    file,
    path: name,
    format,
    kind,
    target: to,
  }: CorpusFile): Promise<CorpusResult> => {
    const request = { tool: 'convert', name: path.basename(file), bytes: await readFile(file), to } as const;
    const outcome = await convertFile(service.api, request, patienceMs);
    const made = outcome.is === 'converted' ? { format: to, output: outcome.output } : undefined;
    return inFolder(async (folder) => {
      // The copy has a plain name, and is in a folder where programs that write beside their sources do no harm.
      const copy = path.join(folder, `file.${format}`);
      await copyFile(file, copy);
      const opinions = await trials[kind](copy, format, made);
      return { path: name, format, kind, verdict: verdictOf(outcome, opinions) };
    });
  };
  const pending = files.values();
  const work = async (): Promise<void> => {
    for (const file of pending) {
      const result = await resultOf(file);
      results.push(result);
      onDidConvert(result);
    }
  };
  try {
    await Promise.all(Array.from({ length: slots }, work));
    return results;
  } finally {
    await service.stop();
  }
}
