import { isProgramId } from '../../src/engines/programs/programs.ts';
import { caseOf, type FuzzCase } from './cases/fuzzCase.ts';
import { type FuzzedReader, nameOf } from './cases/readers.ts';
import { type FuzzTrial, isFault, type TrialFault, type TrialOutcome } from './trial.ts';

/** The result of a run, in the order in which the command prints it. */
interface FuzzReport {
  cases: number;
  succeeded: number;
  refused: number;
  slow: number;
  faults: number;
}

/** A case that deserves attention. */
export interface NotableCase {
  readonly reader: FuzzedReader;
  readonly number: number;
  readonly fuzzCase: FuzzCase;
  readonly outcome: TrialOutcome;
}

interface FuzzOptions {
  readonly readers: readonly FuzzedReader[];
  readonly seed: number;
  /** The numbers of the cases for each reader, turn by turn. */
  readonly turns: Iterable<readonly number[]>;
  readonly trial: FuzzTrial;
  /** True if there is time for one more case. */
  readonly shouldContinue: () => boolean;
  /** Called with the first case of each kind of fault, and with every slow one. */
  readonly onDidNotice: (notice: NotableCase) => Promise<void> | void;
}

/** Gives each reader some cases in turn, so that several cases share a loaded engine. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { readers, seed, turns, trial, shouldContinue, onDidNotice } = options;
  const report: FuzzReport = { cases: 0, succeeded: 0, refused: 0, slow: 0, faults: 0 };
  const seen = new Set<string>();
  for (const numbers of turns) {
    for (const reader of readers) {
      for (const number of numbers) {
        if (!shouldContinue()) return report;
        const fuzzCase = caseOf(reader, seed, number);
        const outcome = await trial.run(fuzzCase);
        const notice = { reader, number, fuzzCase, outcome };
        report.cases += 1;
        if (!isFault(outcome)) {
          report[outcome.kind] += 1;
          if (outcome.kind === 'slow') await onDidNotice(notice);
          continue;
        }
        report.faults += 1;
        const signature = signatureOf(reader.engine, outcome);
        if (!seen.has(signature)) await onDidNotice(notice);
        seen.add(signature);
      }
    }
  }
  return report;
}

/** A fault's signature. Two faults with the same signature count as the same, regardless of their files. */
export function signatureOf(engine: string, { kind, what }: TrialFault): string {
  return `${engine}: ${kind}: ${what}`;
}

/** The command that runs a case again. */
export function commandFor({ reader, number }: Pick<NotableCase, 'number' | 'reader'>, seed: number): string {
  const programs = isProgramId(reader.engine) ? ' --programs' : '';
  return `npm run fuzz -- --seed ${seed} --only ${nameOf(reader)} --case ${number}${programs}`;
}
