import { isProgramId } from '../../src/engines/programs/programs.ts';
import { caseOf, type FuzzCase } from './cases/fuzzCase.ts';
import { nameOf, type FuzzedReader } from './cases/readers.ts';
import { sampleContent } from './cases/samples.ts';
import { type TrialFault, isFault, type TrialOutcome, signatureOf } from './trial/outcome.ts';
import type { FuzzTrial } from './trial/trial.ts';

/** The result of a run, in the order in which the command prints it. */
interface FuzzReport {
  cases: number;
  succeeded: number;
  refused: number;
  /** Truncated files that were silently converted to less than the complete file. */
  shortened: number;
  slow: number;
  faults: number;
}

/** A case that deserves attention. */
export interface NotableCase {
  readonly reader: FuzzedReader;
  readonly number: number;
  readonly fuzzCase: FuzzCase;
  readonly outcome: TrialOutcome | { readonly kind: 'shortened' };
}

interface FuzzOptions {
  readonly readers: readonly FuzzedReader[];
  readonly seed: number;
  /** The numbers of the cases for each reader, turn by turn. */
  readonly turns: Iterable<readonly number[]>;
  readonly trial: FuzzTrial;
  /** True if there is time for one more case. */
  readonly shouldContinue: () => boolean;
  /** Called with the first case of each kind of fault, and with every other notable one. */
  readonly onDidNotice: (notice: NotableCase) => Promise<void> | void;
}

/** Formats without an end marker: texts, and streams of frames. */
const endless: ReadonlySet<string> = new Set(
  'csv tsv txt md html ini properties yaml toml ndjson json jsonc tex rtf xpm xbm'
    .split(' ')
    .concat(['mp3', 'aac', 'au', 'm2ts', 'mkv', 'mka', 'webm', 'weba', 'ogg', 'opus', 'flac']),
);

/** The share of the complete file's output that a truncated one must reach: media may lack their last packets. */
const minShare = 0.9;

/** Gives each reader some cases in turn, so that several cases share a loaded engine. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { readers, turns, shouldContinue } = options;
  const report: FuzzReport = { cases: 0, succeeded: 0, refused: 0, shortened: 0, slow: 0, faults: 0 };
  const wholes = new WholeOutputs(options.trial);
  const seen = new Set<string>();
  for (const numbers of turns) {
    for (const reader of readers) {
      for (const number of numbers) {
        if (!shouldContinue()) return report;
        await tryCase(options, { reader, number }, { report, seen, wholes });
      }
    }
  }
  return report;
}

interface Progress {
  readonly report: FuzzReport;
  readonly seen: Set<string>;
  readonly wholes: WholeOutputs;
}

async function tryCase(
  { seed, trial, onDidNotice }: FuzzOptions,
  { reader, number }: Pick<NotableCase, 'number' | 'reader'>,
  { report, seen, wholes }: Progress,
): Promise<void> {
  const fuzzCase = caseOf(reader, seed, number);
  const outcome = await trial.run(fuzzCase);
  report.cases += 1;
  if (isFault(outcome)) {
    report.faults += 1;
    if (isNew(outcome, seen)) await onDidNotice({ reader, number, fuzzCase, outcome });
    return;
  }
  report[outcome.kind] += 1;
  if (outcome.kind === 'slow') await onDidNotice({ reader, number, fuzzCase, outcome });
  if (outcome.kind !== 'succeeded' || !fuzzCase.isCutOff || endless.has(reader.from)) return;
  if (outcome.outputBytes >= minShare * (await wholes.bytesOf(fuzzCase))) return;
  report.shortened += 1;
  await onDidNotice({ reader, number, fuzzCase, outcome: { kind: 'shortened' } });
}

function isNew(fault: TrialFault, seen: Set<string>): boolean {
  const signature = signatureOf(fault);
  const known = seen.has(signature);
  seen.add(signature);
  return !known;
}

/** The outputs of the samples themselves. */
class WholeOutputs {
  readonly #trial: FuzzTrial;
  readonly #bytes = new Map<string, number>();

  constructor(trial: FuzzTrial) {
    this.#trial = trial;
  }

  /** The size of the complete file's output; 0 if it has none. */
  async bytesOf(fuzzCase: FuzzCase): Promise<number> {
    const { tool, sample, to } = fuzzCase;
    const key = [tool, sample, to].join('\n');
    const known = this.#bytes.get(key);
    if (known !== undefined) return known;
    const outcome = await this.#trial.run({ ...fuzzCase, bytes: sampleContent(sample) });
    const bytes = outcome.kind === 'succeeded' ? outcome.outputBytes : 0;
    this.#bytes.set(key, bytes);
    return bytes;
  }
}

/** The command that runs a case again. */
export function commandFor({ reader, number }: Pick<NotableCase, 'number' | 'reader'>, seed: number): string {
  const programs = isProgramId(reader.engine) ? ' --programs' : '';
  return `npm run fuzz -- --seed ${seed} --only ${nameOf(reader)} --case ${number}${programs}`;
}
