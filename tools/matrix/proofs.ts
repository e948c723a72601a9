import type { FormatKind } from '../../src/contract/formats/format.ts';
import type { EngineId } from '../../src/engines/index.ts';

/** A file before and after a conversion; after a compression both formats are the same. */
export interface Converted {
  readonly from: string;
  readonly to: string;
  readonly source: Buffer;
  readonly output: Buffer;
}

/** Opens an output with a decoder other than its author, and throws unless it has the source's content. */
export type Check = (converted: Converted) => Promise<void>;

/** The proofs for one engine's cases. One without a sample or a check for its formats is a failure. */
export interface Proofs {
  readonly engine: EngineId;
  /** For all its cases, or by target format. */
  readonly kind: FormatKind | ((to: string) => FormatKind);
  /** Makes the missing samples among those that the cases read. */
  readonly prepare?: (wanted: ReadonlySet<string>) => Promise<void>;
  /** A real file of each source format. */
  readonly samples: Readonly<Record<string, string>>;
  /** By target format. */
  readonly checks: Readonly<Record<string, Check>>;
}
