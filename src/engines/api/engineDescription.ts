import type { Program } from './program.ts';
import type { CombinationRow, CompressionRow, ConversionRow } from './row.ts';
import type { Engine } from './work.ts';

/** How long the work of an engine may take; the service gives each a figure. */
export type TimeClass =
  | 'archives'
  | 'books'
  | 'counting'
  | 'office'
  | 'pixels'
  | 'previews'
  | 'sounds'
  | 'texts'
  | 'values'
  | 'videos';

/** How much memory it may take: `unfolded` is for files that may hold far more than their bytes tell. */
export type MemoryClass = 'programs' | 'texts' | 'unfolded' | 'values';

/**
 * All that the rest of the house knows of an engine: what it does, what it may take, and how it is loaded. Whoever reads
 * it loads none of the engine's libraries.
 */
export interface EngineDescription<Id extends string = string> {
  readonly id: Id;
  /** Loads what does the work, on its first use in a worker; `esbuild.mjs` makes a bundle of what is imported here. */
  readonly load: () => Promise<Engine>;
  readonly time: TimeClass;
  readonly memory: MemoryClass;
  /** Made when they are asked for: a worker, which only loads, has no use for them. */
  readonly conversions?: () => readonly ConversionRow[];
  readonly compressions?: () => readonly CompressionRow[];
  readonly combinations?: () => readonly CombinationRow[];
  /** The program of the user's that does the work, where one does. */
  readonly program?: UsedProgram;
}

/** A program with what concerns the service alone, which runs it. */
export interface UsedProgram extends Program {
  /** Those that are known in what we have it do. */
  readonly holes: readonly Hole[];
  /** Removes what one that was killed while it worked in `folder` left behind outside of it. */
  readonly removeTraces?: (folder: string) => void;
}

/** A security hole that is known of a program, in something that we have it do. */
export interface Hole {
  /** The sources that can use it. */
  readonly formats: readonly string[];
  /** The versions that have it: from one, or from the first, to before the one without it. */
  readonly versions: readonly { readonly from?: string; readonly fixedIn: string }[];
  /** Its names at https://www.cve.org, whose records this rests on. */
  readonly advisories: readonly string[];
}
