import type { anyFormat } from '../../contract/combinations.ts';
import type { Loss } from '../../contract/losses.ts';
import type { OptionPhrase } from '../../contract/options.ts';
import { once } from '../../util/memoize.ts';
import { isConversionError } from './conversionError.ts';
import { type OptionsSchema, strictOptions } from './options.ts';
import type { Program } from './program.ts';
import type { Engine, EngineTask, EngineResult } from './task.ts';

/** Classes of time limits. The service defines the limits. */
export type TimeClass =
  | 'archives'
  | 'books'
  | 'counting'
  | 'office'
  | 'pixels'
  | 'previews'
  | 'scans'
  | 'sounds'
  | 'texts'
  | 'values'
  | 'videos';

/** Classes of memory limits. `unfolded` is for files that can expand to far more than their size. */
export type MemoryClass = 'programs' | 'texts' | 'unfolded' | 'values';

/**
 * Describes an engine to all other code: its conversions, its limits, and how to load it. Importing a description
 * doesn't load the engine's libraries.
 */
export interface EngineDescription<Id extends string = string> {
  readonly id: Id;
  /**
   * Loads the implementation when a worker first uses it. `esbuild.mjs` bundles the modules that these functions
   * import.
   */
  readonly load: () => Promise<Engine>;
  readonly time: TimeClass;
  readonly memory: MemoryClass;
  /** Created on demand, because workers only load engines and don't need these lists. */
  readonly conversions?: () => readonly Conversion[];
  readonly compressions?: () => readonly Compression[];
  readonly combinations?: () => readonly Combination[];
  /** The user's program that the engine runs, if any. */
  readonly program?: UsedProgram;
}

/** A program, with properties that only the service needs. */
interface UsedProgram extends Program {
  /** Known vulnerabilities in features that we use. */
  readonly vulnerabilities: readonly Vulnerability[];
  /** Removes files that killed runs left outside their working directory `folder`. */
  readonly removeTraces?: (folder: string) => void;
}

/** A known vulnerability of a program. */
export interface Vulnerability {
  /** Source formats through which it can be exploited. */
  readonly formats: readonly string[];
  /** Affected versions: from `from`, or from the first version, up to but not including `fixedIn`. */
  readonly versions: readonly { readonly from?: string; readonly fixedIn: string }[];
  /** CVE ids, listed at https://www.cve.org. */
  readonly advisories: readonly string[];
}

/**
 * Computes the credits that a job costs (api.md, "Credits"). If the file must be inspected for that, `run` has a worker
 * do so.
 */
export type Cost = (task: EngineTask, run: (task: EngineTask) => Promise<EngineResult>) => Promise<number>;

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

/**
 * Creates a conversion with the usual properties: it costs one credit and is lossy if it has losses. Its options are
 * built once, on demand.
 */
export function usualConversion(
  from: string,
  to: string,
  losses: readonly Loss[],
  options: Conversion['options'],
): Conversion {
  return { from, to, lossy: losses.length > 0, losses, cost: oneCredit, options: once(options) };
}

export function lossesIf(condition: boolean | undefined, ...losses: readonly Loss[]): readonly Loss[] {
  return condition ? losses : [];
}

/** The usual cost of a job (api.md, "Credits"). */
export const oneCredit: Cost = async () => 1;

/** If counting fails with one of these codes, the job will fail for the same reason and be refunded. */
const sharedCodes: ReadonlySet<string> = new Set([
  'conversion.invalid_input',
  'conversion.password_needed',
  'conversion.unsupported_kind',
]);

function failsTheJob(error: unknown): boolean {
  return isConversionError(error) && (sharedCodes.has(error.code) || error.fault.id === 'pdf.pages');
}

/**
 * Charges one credit per page (api.md, "Credits"), as counted by `counter`. A file that can't be read costs one credit,
 * which is refunded when its job fails.
 * @throws ConversionError if counting exceeds its time or memory limit or crashes, because the job might still succeed
 */
export const creditPerPage =
  (counter: EngineDescription): Cost =>
  async (task, run) => {
    try {
      return (await run({ ...task, engine: counter.id })).pages ?? 1;
    } catch (error) {
      if (failsTheJob(error)) return 1;
      throw error;
    }
  };

const noOptions = strictOptions({});

/**
 * Returns a function that describes a conversion by a user's program. A conversion has no options unless `options` is
 * passed.
 */
export const programConversions =
  (preference: number) =>
  (
    from: string,
    to: string,
    losses: readonly Loss[],
    options: Conversion['options'] = () => noOptions,
  ): Conversion => ({ ...usualConversion(from, to, losses, options), preference });
