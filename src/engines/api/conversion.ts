import type { OptionPhrase } from '../../contract/optionPhrases.ts';
import type { anyFormat } from '../../contract/combinations.ts';
import type { Loss } from '../../contract/losses.ts';
import type { OptionsSchema } from './options.ts';
import type { EngineWork, WorkResult } from './work.ts';

/** Computes a job's credits (api.md, Credits 1). If that requires inspecting the file, `run` lets a worker do so. */
export type Cost = (work: EngineWork, run: (work: EngineWork) => Promise<WorkResult>) => Promise<number>;

/** One format that an engine can compress. */
export interface Compression {
  readonly format: string;
  readonly lossy: boolean;
  readonly cost: Cost;
  /** Built on demand: thousands of schemas take longer to build than everything else at startup. */
  readonly options: () => OptionsSchema;
}

/** A combination of several files. */
export interface Combination {
  readonly to: string;
  /** The accepted source formats. */
  readonly from: readonly string[] | typeof anyFormat;
  readonly cost: Cost;
  readonly options: () => OptionsSchema;
}

/** One conversion of an engine; the lists of conversions derive from these, and a test proves each. */
export interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly lossy: boolean;
  /** Properties of the input that the output can't have. */
  readonly losses: readonly Loss[];
  readonly cost: Cost;
  readonly options: () => OptionsSchema;
  /**
   * If several engines support a pair, the highest comes first: 0, the default, for our own engines; more for a better
   * one; less for a fallback.
   */
  readonly preference?: number;
  /** The id of the program's engine for options that this one lacks, and for files that it can't process. */
  readonly helper?: string;
  /** True to support it without listing it. */
  readonly isUnlisted?: boolean;
  /** A remark for the schema if only another conversion of the pair has options. */
  readonly optionsRemark?: OptionPhrase;
}
