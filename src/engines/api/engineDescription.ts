import type { Program } from './program.ts';
import type { Combination, Compression, Conversion } from './conversion.ts';
import type { Engine } from './work.ts';

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
