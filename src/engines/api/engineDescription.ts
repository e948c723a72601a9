import type { Program } from './program.ts';
import type { Combination, Compression, Conversion } from './conversion.ts';
import type { Engine } from './work.ts';

/** Classes of time limits, for which the service has the figures. */
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

/** Classes of memory limits: `unfolded` is for files that may contain far more than their size suggests. */
export type MemoryClass = 'programs' | 'texts' | 'unfolded' | 'values';

/**
 * The description of an engine for all other code: its conversions, its limits, and its loader. Reading it loads none of the
 * engine's libraries.
 */
export interface EngineDescription<Id extends string = string> {
  readonly id: Id;
  /** Loads the implementation on first use in a worker; `esbuild.mjs` bundles what is imported here. */
  readonly load: () => Promise<Engine>;
  readonly time: TimeClass;
  readonly memory: MemoryClass;
  /** Created on demand: workers, which only load engines, don't need them. */
  readonly conversions?: () => readonly Conversion[];
  readonly compressions?: () => readonly Compression[];
  readonly combinations?: () => readonly Combination[];
  /** The user's program that does the work, if any. */
  readonly program?: UsedProgram;
}

/** A program with the facts that only the service needs to run it. */
interface UsedProgram extends Program {
  /** Its known vulnerabilities in features that we use. */
  readonly vulnerabilities: readonly Vulnerability[];
  /** Removes leftovers outside `folder` of runs that were killed while working in it. */
  readonly removeTraces?: (folder: string) => void;
}

/** A known vulnerability of a program, in a feature that we use. */
export interface Vulnerability {
  /** The source formats that can exploit it. */
  readonly formats: readonly string[];
  /** The affected versions: from the given one, or the first, up to but not including the fixed one. */
  readonly versions: readonly { readonly from?: string; readonly fixedIn: string }[];
  /** Its ids at https://www.cve.org, the source of this record. */
  readonly advisories: readonly string[];
}
