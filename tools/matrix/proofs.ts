import type { FormatKind } from '../../src/contract/formats/format.ts';
import type { EngineId } from '../../src/engines/index.ts';

/** A file before and after a conversion. For a compression, both formats are the same. */
export interface Converted {
  readonly from: string;
  readonly to: string;
  readonly source: Buffer;
  readonly output: Buffer;
}

/** Opens an output with a decoder other than the one that wrote it. Throws unless it has the source's content. */
export type Check = (converted: Converted) => Promise<void>;

/** The proofs for one engine's cases. A case without a sample or a check for its formats is a failure. */
export interface Proofs {
  readonly engine: EngineId;
  /** The kind of all its cases, or a function that determines it by target format. */
  readonly kind: FormatKind | ((to: string) => FormatKind);
  /** Makes the wanted samples that don't exist yet. */
  readonly prepare?: (wanted: ReadonlySet<string>) => Promise<void>;
  /** The path of a real file, by source format. */
  readonly samples: Readonly<Record<string, string>>;
  /** The checks, by target format. */
  readonly checks: Readonly<Record<string, Check>>;
}
