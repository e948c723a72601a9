import type { OptionPhrase } from '../../contract/optionPhrases.ts';
import type { anyFormat } from '../../contract/combinations.ts';
import type { Loss } from '../../contract/losses.ts';
import type { OptionsSchema } from './options.ts';
import type { EngineWork, WorkResult } from './work.ts';

/**
 * Computes the credits that a job costs (api.md, "Credits"). If the file must be inspected for that, `run` has a worker
 * do so.
 */
export type Cost = (work: EngineWork, run: (work: EngineWork) => Promise<WorkResult>) => Promise<number>;

/** One format that an engine can compress. */
export interface Compression {
  readonly format: string;
  readonly lossy: boolean;
  readonly cost: Cost;
  /** Creates the schema on demand: building thousands of them would take longer than everything else at startup. */
  readonly options: () => OptionsSchema;
}

/** A way to combine several files into one. */
export interface Combination {
  readonly to: string;
  /** Accepted source formats. */
  readonly from: readonly string[] | typeof anyFormat;
  readonly cost: Cost;
  readonly options: () => OptionsSchema;
}

/**
 * One conversion that an engine offers. All lists of conversions are derived from these, and a test runs each of them.
 */
export interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly lossy: boolean;
  /** Properties of the source that are lost in the conversion. */
  readonly losses: readonly Loss[];
  readonly cost: Cost;
  readonly options: () => OptionsSchema;
  /**
   * Decides which engine is used if several support the same conversion; the highest value wins. Our own engines have
   * 0, the default, better ones more, and fallbacks less.
   */
  readonly preference?: number;
  /**
   * Id of another engine, which runs a program. It is used for options that this engine doesn't have and for files that
   * this engine can't convert.
   */
  readonly helper?: string;
  /** True if the conversion is supported but not listed. */
  readonly isUnlisted?: boolean;
  /** Remark to show if another engine for the same conversion has options and this one has none. */
  readonly optionsRemark?: OptionPhrase;
}
