import type { OptionPhrase } from '../../contract/optionPhrases.ts';
import type { anyFormat } from '../../contract/combinations.ts';
import type { Loss } from '../../contract/losses.ts';
import type { OptionsSchema } from './options.ts';
import type { Work, WorkResult } from './work.ts';

/**
 * Counts the credits that a job costs (api.md, Credits 1). Whatever must look into the file for that is
 * an engine's work, which `run` has done by a worker.
 */
export type Cost = (work: Work, run: (work: Work) => Promise<WorkResult>) => Promise<number>;

/** One format that an engine can compress. */
export interface CompressionRow {
  readonly format: string;
  readonly lossy: boolean;
  readonly cost: Cost;
  /** Built when it is first asked for: thousands of schemas take longer to build than all else that is read at a start. */
  readonly options: () => OptionsSchema;
}

/** What an engine makes of several files together. */
export interface CombinationRow {
  readonly to: string;
  /** The formats of the files that go into it. */
  readonly from: readonly string[] | typeof anyFormat;
  readonly cost: Cost;
  readonly options: () => OptionsSchema;
}

/** One conversion that an engine does; the discovery lists are made of these rows, and the tests prove each. */
export interface ConversionRow {
  readonly from: string;
  readonly to: string;
  readonly lossy: boolean;
  /** What an input may hold that the output can't. */
  readonly losses: readonly Loss[];
  readonly cost: Cost;
  readonly options: () => OptionsSchema;
  /**
   * Where several engines do a pair, the highest comes first: 0, if none is given, for what we do ourselves; more for
   * what does it better; less for what only fills a gap.
   */
  readonly preference?: number;
  /**
   * The id of the program's engine that does the pair where this one is asked for what it has no option for, or finds
   * that it can't.
   */
  readonly helper?: string;
  /** Whether it is done for who asks for it, and is on no list. */
  readonly isUnlisted?: boolean;
  /** What the schema says where only another row of the pair takes options. */
  readonly optionsRemark?: OptionPhrase;
}
